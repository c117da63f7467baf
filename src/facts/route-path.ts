import type { Api, Route } from "../ir/api.js";
import type { Binding } from "./binding-options.js";

/** The part of every URL before {@link routePath}: `/2/`. */
export function pathPrefix({ path }: Binding): string {
  return path.slice(0, path.indexOf("{"));
}

/** The part of a route's URL after {@link pathPrefix}: `files/get_metadata_v2`. */
export function routePath(
  namespace: string,
  { name, version }: Pick<Route, "name" | "version">,
  { path, versionSuffix }: Binding,
): string {
  const values: Readonly<Record<string, string>> = {
    namespace,
    route: name,
    version: String(version),
    suffix: version === 1 ? "" : versionSuffix.replaceAll("{version}", String(version)),
  };
  return path.slice(path.indexOf("{")).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

/** Two routes that would be served at one path, by their names in the specification; undefined if there are none. */
export function routesWithOnePath(api: Api, binding: Binding): [string, string] | undefined {
  const found = new Map<string, string>();
  for (const { name: namespace, routes } of api.namespaces) {
    for (const route of routes) {
      const path = routePath(namespace, route, binding);
      const name = `${namespace}/${route.name}:${route.version}`;
      const other = found.get(path);
      if (other !== undefined) {
        return [other, name];
      }
      found.set(path, name);
    }
  }
  return undefined;
}
