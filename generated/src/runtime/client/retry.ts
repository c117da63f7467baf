import type { RetryOptions } from "./options.js";
import { isApiError } from "./errors.js";

/**
 * How long to pause before a call that failed is repeated, in milliseconds; undefined if it is not to be. `attempt` is
 * the number of the one that failed, from 1; `safe` says that to perform the call twice does no harm.
 */
export function pauseBeforeRetry(
  thrown: unknown,
  attempt: number,
  safe: boolean,
  options: RetryOptions | false | undefined,
): number | undefined {
  if (options === false || !(attempt < (options?.attempts ?? 3)) || !isPassing(thrown, safe)) {
    return undefined;
  }
  const maxPause = options?.maxPause ?? 30_000;
  const wanted = isApiError(thrown) && "retryAfter" in thrown ? thrown.retryAfter : undefined;
  if (wanted !== undefined) {
    return wanted * 1000 > maxPause ? undefined : wanted * 1000;
  }
  // Clients that failed together must not come back together.
  return Math.random() * Math.min(maxPause, 500 * 2 ** attempt);
}

/** Whether the same call may well succeed a little later. With 429 and 503 it has not been performed. */
function isPassing(thrown: unknown, safe: boolean): boolean {
  if (!isApiError(thrown)) {
    return false;
  }
  switch (thrown.name) {
    case "RateLimitError":
      return true;
    case "ServerError":
      return thrown.status === 503 || (safe && thrown.status !== 501);
    case "NetworkError":
    case "TimeoutError":
      return safe;
    default:
      return false;
  }
}
