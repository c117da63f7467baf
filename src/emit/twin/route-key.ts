import type { Namespace, Route } from "../../ir/api.js";

/** The key of a route in the data of the Twin: `files/get_metadata:2`. The version is always included, even if it is 1. */
export function routeKey(
  namespace: Pick<Namespace, "name">,
  { name, version }: Pick<Route, "name" | "version">,
): string {
  return `${namespace.name}/${name}:${version}`;
}
