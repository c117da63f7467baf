import type { VNode } from "preact";
import { useCallback } from "preact/hooks";
import type { Team } from "./app.js";
import { useLoaded } from "./loaded.js";

/** The team, and how many of its licenses are taken. */
export function Overview({ team }: { readonly team: Team }): VNode {
  const { value } = useLoaded(useCallback(() => team.getInfo(), [team]));
  return (
    <p class="overview">
      <strong>{value?.name ?? "…"}</strong>
      {value !== undefined && ` · ${value.num_provisioned_users} of ${value.num_licensed_users} licenses taken`}
    </p>
  );
}
