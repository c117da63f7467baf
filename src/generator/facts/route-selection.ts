import type { Namespace, Route, Api } from "../../ir/api.js";
import { matchesName, routeName } from "../../ir/names.js";
import type { RouteSelection } from "./binding-options.js";
import { attributeText } from "./context.js";

/** Whether a selection matches the name or an attribute of a route. */
export function isSelected(route: Route, namespace: Namespace, { attributes, routes }: RouteSelection): boolean {
  const name = routeName(namespace.name, route);
  return (
    (routes ?? []).some((pattern) => matchesName(pattern, name)) ||
    Object.entries(attributes ?? {}).some(([attribute, patterns]) => {
      const value = attributeText(route, attribute);
      return value !== undefined && [patterns].flat().some((pattern) => matchesName(pattern, value));
    })
  );
}

/** Returns the first pattern that matches no route of an API; undefined if there is none. */
export function patternWithoutMatch(patterns: readonly string[], api: Api): string | undefined {
  const names = routeNames(api);
  return patterns.find((pattern) => !names.some((name) => matchesName(pattern, name)));
}

/**
 * Returns the names of all routes of an API in the notation of a binding: `files/search`, and `files/search:2` for version 2.
 */
export function routeNames(api: Api): string[] {
  return api.namespaces.flatMap((namespace) => namespace.routes.map((route) => routeName(namespace.name, route)));
}
