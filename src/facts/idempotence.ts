import type { Api, Namespace, Route } from "../ir/api.js";
import type { Binding } from "./binding-options.js";
import type { Context } from "./context.js";
import { patternWithoutMatch } from "./route-patterns.js";
import { isSelected } from "./route-selection.js";

/** Whether the binding declares a route as idempotent, so that clients may retry it. */
export function isIdempotent(route: Route, namespace: Namespace, { binding }: Context): boolean {
  return isSelected(route, namespace, binding.idempotent);
}

/** An entry of `binding.idempotent.routes` that matches no route of an API; undefined if there is none. */
export function idempotentRouteWithoutMatch(api: Api, { idempotent }: Binding): string | undefined {
  return patternWithoutMatch(idempotent.routes, api);
}
