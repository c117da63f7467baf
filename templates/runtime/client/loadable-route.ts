import type { RouteInfo } from "../routes/route.js";
import type { CallableRoute } from "./callable-route.js";
import type { ClientState } from "./core.js";
import type { CallOptions } from "./options.js";

/** What is done with a route, and with the argument and the options of a call. */
export type RouteWork<Route, Arg, Options, T> = (route: Route, arg: Arg, options: Options) => Promise<T>;

/** A route whose checks are loaded when a client first calls it. */
export interface LazyRoute<ArgInput, Result, E> extends Pick<RouteInfo, "path"> {
  /**
   * Runs work with the complete route: at once if it has been loaded, otherwise after loading it, with a copy of the argument and
   * with what is left of the total timeout. Rejects with a `NetworkError` if the route cannot be loaded, with a `TimeoutError`, with the abort
   * reason of the caller's signal, and with a `TypeError` for an unknown option. The next call tries again.
   */
  readonly whenLoaded: <Arg extends ArgInput, Options extends CallOptions, T>(
    client: ClientState,
    arg: Arg,
    options: Options,
    work: RouteWork<CallableRoute<ArgInput, Result, E>, Arg, Options, T>,
  ) => Promise<T>;
}

/** A route, or one whose checks are loaded when a client first calls it. */
export type LoadableRoute<ArgInput, Result, E> = CallableRoute<ArgInput, Result, E> | LazyRoute<ArgInput, Result, E>;

/** Runs work with a route: at once, or as soon as its checks are loaded. */
export function whenLoaded<ArgInput, Result, E, Options extends CallOptions, T>(
  client: ClientState,
  route: LoadableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  options: Options,
  work: RouteWork<CallableRoute<ArgInput, Result, E>, ArgInput, Options, T>,
): Promise<T> {
  return "whenLoaded" in route ? route.whenLoaded(client, arg, options, work) : work(route, arg, options);
}
