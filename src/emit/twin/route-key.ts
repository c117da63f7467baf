import type { Namespace, Route } from "../../ir/api.js";

/** The key of a route in the data of the Twin: `files/get_metadata:2`, with the version also for 1. */
export function routeKey(
  namespace: Pick<Namespace, "name">,
  { name, version }: Pick<Route, "name" | "version">,
): string {
  return `${namespace.name}/${name}:${version}`;
}
