import type { AnyErrorTags } from "../routes/error-summary.js";
import type { Route, RouteInfo } from "../routes/route.js";
import { timeLimits, type ClientState } from "./core.js";
import { explain, NetworkError, TimeoutError } from "./errors.js";
import { checkCallOptions, type CallOptions } from "./options.js";
import { withTimeout } from "./signals.js";

/** A route for clients, which use only the encoder of arguments and the decoders of results and errors. */
export type CallableRoute<ArgInput, Result, E> = Route<ArgInput, Result, E, unknown, never, never>;

/** What is done with a route, and with the argument and the options of a call. */
export type RouteWork<Route, Arg, Options, T> = (route: Route, arg: Arg, options: Options) => Promise<T>;

/** A route whose checks are loaded when a client first calls it. */
export interface LazyRoute<ArgInput, Result, E> extends Pick<RouteInfo, "path"> {
  /**
   * Runs work with the complete route: at once if it has been loaded, otherwise after loading it, with a copy of the argument.
   * Rejects with a `NetworkError` if the route cannot be loaded, with a `TimeoutError`, with the abort reason of the caller's
   * signal, and with a `TypeError` for an unknown option. The next call tries again.
   */
  readonly whenLoaded: <Arg extends ArgInput, Options extends CallOptions<AnyErrorTags>, T>(
    client: ClientState,
    arg: Arg,
    options: Options,
    work: RouteWork<CallableRoute<ArgInput, Result, E>, Arg, Options, T>,
  ) => Promise<T>;
}

/** A route, or one whose checks are loaded when a client first calls it. */
export type LoadableRoute<ArgInput, Result, E> = CallableRoute<ArgInput, Result, E> | LazyRoute<ArgInput, Result, E>;

/** Runs work with a route: at once, or as soon as its checks are loaded. */
export function whenLoaded<ArgInput, Result, E, Options extends CallOptions<AnyErrorTags>, T>(
  client: ClientState,
  route: LoadableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  options: Options,
  work: RouteWork<CallableRoute<ArgInput, Result, E>, ArgInput, Options, T>,
): Promise<T> {
  return "whenLoaded" in route ? route.whenLoaded(client, arg, options, work) : work(route, arg, options);
}

/** Creates a lazy route from the path of a route, and from a function that imports the route. */
export function lazyRoute<ArgInput, Result, E>({
  path,
  load,
}: {
  readonly path: string;
  readonly load: () => Promise<CallableRoute<ArgInput, Result, E>>;
}): LazyRoute<ArgInput, Result, E> {
  const unavailable = "the checks were not loaded";
  const throwNotLoaded = (cause: unknown): never => {
    throw new NetworkError(path, new Error(`${unavailable}: ${explain(cause)}`, { cause }));
  };
  const expired = (limit: number): TimeoutError => new TimeoutError(path, limit, unavailable);
  let loaded: CallableRoute<ArgInput, Result, E> | undefined;
  const loadFirst: LazyRoute<ArgInput, Result, E>["whenLoaded"] = async (client, arg, options, work) => {
    checkCallOptions(options);
    const copied = copy(arg) as typeof arg;
    const { totalMs, attemptMs } = timeLimits(client, options);
    loaded = await withTimeout(totalMs ?? attemptMs, options.signal, expired, () => load().catch(throwNotLoaded));
    return work(loaded, copied, options);
  };
  return {
    path,
    whenLoaded: (client, arg, options, work) =>
      loaded === undefined ? loadFirst(client, arg, options, work) : work(loaded, arg, options),
  };
}

/** Copies arrays and plain objects, which the caller may change before the argument is encoded. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(copy);
  }
  return isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member)]))
    : value;
}

function isPlainObject(value: unknown): value is object {
  const prototype: unknown = typeof value === "object" && value !== null ? Object.getPrototypeOf(value) : undefined;
  return prototype === Object.prototype || prototype === null;
}
