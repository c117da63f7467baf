import type { RouteInfo } from "../routes/route.js";
import type { CallableRoute } from "./callable-route.js";
import type { ClientState } from "./core.js";
import type { CallOptions } from "./options.js";

/** A route whose checks are loaded when a client first calls it. */
export interface LazyRoute<ArgInput, Result, E> extends Pick<RouteInfo, "path"> {
  /**
   * Runs work with the route and with the options of a call: at once if the route has been loaded, otherwise after loading it, with
   * the time that is left. Rejects with a `NetworkError` if the route cannot be loaded, with a `TimeoutError`, with the abort
   * reason of the caller's signal, and with a `TypeError` for an unknown option. The next call tries again.
   */
  readonly load: <Options extends CallOptions, T>(
    client: ClientState,
    options: Options,
    work: (route: CallableRoute<ArgInput, Result, E>, options: Options) => Promise<T>,
  ) => Promise<T>;
}

/** A route, or one whose checks are loaded when a client first calls it. */
export type LoadableRoute<ArgInput, Result, E> = CallableRoute<ArgInput, Result, E> | LazyRoute<ArgInput, Result, E>;

/** Runs work with a route: at once, or as soon as its checks are loaded. */
export function whenLoaded<ArgInput, Result, E, Options extends CallOptions, T>(
  client: ClientState,
  route: LoadableRoute<ArgInput, Result, E>,
  options: Options,
  work: (route: CallableRoute<ArgInput, Result, E>, options: Options) => Promise<T>,
): Promise<T> {
  return "load" in route ? route.load(client, options, work) : work(route, options);
}
