import type { Route } from "../ir/api.js";
import { errorPaths, type ErrorPath } from "../values/error-paths.js";
import type { Site } from "./site.js";

const known = new WeakMap<Site, Map<string, readonly ErrorPath[]>>();

/** The error paths of a route (OUT-9). Routes with one error type share them. */
export function routeErrors({ error }: Route, site: Site): readonly ErrorPath[] {
  if (error.kind !== "ref") {
    return errorPaths(error, site.lookup);
  }
  const byType = known.get(site) ?? new Map<string, readonly ErrorPath[]>();
  known.set(site, byType);
  const key = `${error.namespace}.${error.name}`;
  const paths = byType.get(key) ?? errorPaths(error, site.lookup);
  byType.set(key, paths);
  return paths;
}
