import type { Namespace, Route } from "../ir/api.js";
import type { Context } from "./context.js";
import { isSelected } from "./route-selection.js";

/** Whether the binding declares a route as idempotent, so that clients may retry it. */
export function isIdempotent(route: Route, namespace: Namespace, { binding }: Context): boolean {
  return isSelected(route, namespace, binding.idempotent);
}
