import type { Namespace, Route } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";
import type { RouteSelection } from "./binding-options.js";
import { attributeText } from "./context.js";
import { matchesPattern } from "./route-patterns.js";

/** Whether a selection matches the name or an attribute of a route. */
export function isSelected(route: Route, namespace: Namespace, { attributes, routes }: RouteSelection): boolean {
  const name = routeName(namespace.name, route);
  return (
    (routes ?? []).some((pattern) => matchesPattern(pattern, name)) ||
    Object.entries(attributes ?? {}).some(([attribute, patterns]) => {
      const value = attributeText(route, attribute);
      return value !== undefined && [patterns].flat().some((pattern) => matchesPattern(pattern, value));
    })
  );
}
