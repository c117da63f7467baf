import type { RouteInfo } from "../routes/route.js";
import type { ClientState } from "./core.js";
import { NetworkError, TimeoutError } from "./errors.js";
import { timeLimits } from "./exchange.js";
import { checkCallOptions } from "./option-names.js";
import type { CallOptions } from "./options.js";
import type { CallableRoute } from "./callable-route.js";
import { withTimeout } from "./time-limit.js";

/** A route whose checks are loaded when a client first calls it. */
export interface LazyRoute<ArgInput, Result, E> extends Pick<RouteInfo, "path"> {
  /**
   * Loads the route with its checks. Rejects with a `NetworkError` if that fails, with a `TimeoutError`, with the abort
   * reason of the caller's signal, and with a `TypeError` for an unknown option. The next call tries again.
   */
  readonly load: (client: ClientState, options: CallOptions) => Promise<CallableRoute<ArgInput, Result, E>>;
}

/** A route, or one whose checks are loaded when a client first calls it. */
export type LoadableRoute<ArgInput, Result, E> = CallableRoute<ArgInput, Result, E> | LazyRoute<ArgInput, Result, E>;

/** Creates a lazy route from the path of a route, and from a function that imports the route. */
export function lazyRoute<ArgInput, Result, E>({
  path,
  load,
}: {
  readonly path: string;
  readonly load: () => Promise<CallableRoute<ArgInput, Result, E>>;
}): LazyRoute<ArgInput, Result, E> {
  const failed = (cause: unknown): never => {
    throw new NetworkError(path, cause);
  };
  const expired = (limit: number): TimeoutError => new TimeoutError(path, limit, "the checks were not loaded");
  return {
    path,
    async load(client, options) {
      checkCallOptions(options);
      const { total, attempt } = timeLimits(client, options);
      return withTimeout(total ?? attempt, options.signal, expired, () => load().catch(failed));
    },
  };
}

/** Runs work with a route: at once, or as soon as its checks are loaded. */
export function whenLoaded<ArgInput, Result, E, T>(
  client: ClientState,
  route: LoadableRoute<ArgInput, Result, E>,
  options: CallOptions,
  work: (route: CallableRoute<ArgInput, Result, E>) => Promise<T>,
): Promise<T> {
  return "load" in route ? route.load(client, options).then(work) : work(route);
}
