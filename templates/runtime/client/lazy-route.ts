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
  const failed = (cause: unknown): never => {
    throw new NetworkError(path, new Error(`${unavailable}: ${explain(cause)}`, { cause }));
  };
  const expired = (limit: number): TimeoutError => new TimeoutError(path, limit, unavailable);
  let loaded: CallableRoute<ArgInput, Result, E> | undefined;
  const loadFirst: LazyRoute<ArgInput, Result, E>["load"] = async (client, options, work) => {
    checkCallOptions(options);
    const { total, attempt } = timeLimits(client, options);
    const start = Date.now();
    loaded = await withTimeout(total ?? attempt, options.signal, expired, () => load().catch(failed));
    return work(loaded, withSpentTime(options, Date.now() - start));
  };
  return {
    path,
    load: (client, options, work) => (loaded === undefined ? loadFirst(client, options, work) : work(loaded, options)),
  };
}
