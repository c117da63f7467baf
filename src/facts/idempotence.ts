import type { Api, Namespace, Route } from "../ir/api.js";
import { routeName } from "../ir/names.js";
import type { Binding } from "./binding-options.js";
import { attributeText, type Context } from "./context.js";
import { matchesPattern, patternWithoutMatch } from "./route-patterns.js";

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

/** An entry of `binding.idempotent.routes` that matches no route of an API; undefined if there is none. */
export function idempotentRouteWithoutMatch(api: Api, { idempotent }: Binding): string | undefined {
  return patternWithoutMatch(idempotent.routes, api);
}
