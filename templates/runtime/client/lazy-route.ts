import { explain, NetworkError, TimeoutError } from "./errors.js";
import { timeLimits } from "./exchange.js";
import { checkCallOptions } from "./option-names.js";
import type { CallableRoute } from "./callable-route.js";
import type { LazyRoute } from "./loadable-route.js";
import { withSpentTime } from "./spent-time.js";
import { withTimeout } from "./time-limit.js";

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
    const { total, attempt } = timeLimits(client, options);
    const start = Date.now();
    loaded = await withTimeout(total ?? attempt, options.signal, expired, () => load().catch(throwNotLoaded));
    return work(loaded, copied, withSpentTime(options, Date.now() - start));
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
