import type { Namespace, Route } from "../../../ir/api.js";

/** Returns the key of a route in the data of the Twin, which always includes the version: `files/get_metadata:2`. */
export function routeKey(
  namespace: Pick<Namespace, "name">,
  { name, version }: Pick<Route, "name" | "version">,
): string {
  return `${namespace.name}/${name}:${version}`;
}
