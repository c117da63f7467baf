import type { VNode } from "preact";

/** Explains what is not possible in a list that is too long to be kept in memory. */
export function LongListNote({ canSearch }: { readonly canSearch: boolean }): VNode {
  return (
    <p class="muted">
      This list is too long to be sorted and filtered.
      {canSearch && " To find a member, enter the whole email address or external ID."}
    </p>
  );
}
