import type { VNode } from "preact";

/** The placeholder of a list that is loading for the first time. */
export function Skeleton(): VNode {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">Loading …</span>
      {Array.from({ length: 6 }, (_, index) => (
        <span key={index} aria-hidden="true" />
      ))}
    </div>
  );
}
