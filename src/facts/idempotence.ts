import type { Namespace, Route } from "../ir/api.js";
import { routeName } from "../ir/names.js";
import { attributeText, type Context } from "./context.js";
import { matchesPattern } from "./route-patterns.js";

/** Whether the binding declares a route as idempotent, so that clients may retry it. */
export function isIdempotent(route: Route, namespace: Namespace, { binding }: Context): boolean {
  const { attributes, routes } = binding.idempotent;
  const name = routeName(namespace.name, route);
  return (
    routes.some((pattern) => matchesPattern(pattern, name)) ||
    Object.entries(attributes).some(([attribute, patterns]) => {
      const value = attributeText(route, attribute);
      return value !== undefined && [patterns].flat().some((pattern) => matchesPattern(pattern, value));
    })
  );
}
