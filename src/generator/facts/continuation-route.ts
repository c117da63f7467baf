import type { Route } from "../../ir/api.js";

/**
 * Returns the candidate whose name extends that of `route`, such as `list/continue` for `list`. Among several candidates, it
 * returns the one of the same version; undefined if there is none.
 */
export function continuationRoute(route: Route, candidates: readonly Route[]): Route | undefined {
  const companions = candidates.filter(({ name }) => {
    return name.startsWith(route.name) && /^[^a-z0-9]/.test(name.slice(route.name.length));
  });
  const same = companions.find(({ version }) => version === route.version);
  return same ?? (companions.length === 1 ? companions[0] : undefined);
}
