import type { Api, Namespace, Route } from "../ir/api.js";
import { routeName } from "../ir/names.js";
import type { Binding } from "./binding-options.js";
import { attributeText, type Context } from "./context.js";

/** Whether the binding declares a route as idempotent, so that clients may retry it. */
export function isIdempotent(route: Route, namespace: Namespace, { binding }: Context): boolean {
  const { attributes, routes } = binding.idempotent;
  const name = routeName(namespace.name, route);
  return (
    routes.some((pattern) => matches(pattern, name)) ||
    Object.entries(attributes).some(([attribute, patterns]) => {
      const value = attributeText(route, attribute);
      return value !== undefined && [patterns].flat().some((pattern) => matches(pattern, value));
    })
  );
}

/** An entry of `binding.idempotent.routes` that matches no route of an API; undefined if there is none. */
export function idempotentRouteWithoutMatch(api: Api, { idempotent }: Binding): string | undefined {
  const names = routeNames(api);
  return idempotent.routes.find((pattern) => !names.some((name) => matches(pattern, name)));
}

/**
 * The names of all routes of an API in the notation of a binding: `files/search`, and `files/search:2` for a version 2.
 */
export function routeNames(api: Api): string[] {
  return api.namespaces.flatMap((namespace) => namespace.routes.map((route) => routeName(namespace.name, route)));
}

function matches(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "su").test(text);
}
