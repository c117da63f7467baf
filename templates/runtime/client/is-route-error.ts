import { isErrorOf, type RouteError } from "./errors.js";
import type { LoadableRoute } from "./loadable-route.js";

/** Returns whether `thrown` is the route error of `route`; narrows its type. */
export function isRouteError<E>(thrown: unknown, route: LoadableRoute<never, unknown, E>): thrown is RouteError<E> {
  return isErrorOf(thrown, route.path);
}
