import type { Namespace, Route } from "../../ir/api.js";
import { routeStyle, type Context } from "./context.js";
import { isSelected } from "./route-selection.js";

/** Whether the binding declares a route as idempotent, so that clients may retry it. */
export function isIdempotent(route: Route, namespace: Namespace, { binding }: Context): boolean {
  return isSelected(route, namespace, binding.idempotent);
}

/** Returns the header for the idempotency key of a route; undefined if the route has none. Downloads are idempotent without a key. */
export function idempotencyHeader(
  route: Route,
  namespace: Namespace,
  { binding }: Pick<Context, "binding">,
): string | undefined {
  const { header, ...selection } = binding.idempotency;
  return isSelected(route, namespace, selection) && routeStyle(route, { binding }) !== "download" ? header : undefined;
}
