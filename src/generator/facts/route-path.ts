import type { Route } from "../../ir/api.js";
import type { Binding } from "./binding-options.js";

/** Returns the part of every URL before {@link routePath}: `/2/`. */
export function pathPrefix({ path }: Binding): string {
  return path.slice(0, path.indexOf("{"));
}

/** Returns the part of a route's URL after {@link pathPrefix}: `files/get_metadata_v2`. */
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
