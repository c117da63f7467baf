import type { RetryOptions } from "./options.js";
import { isApiError } from "./errors.js";

/**
 * How long to pause before a failed call is retried, in milliseconds; undefined if it must not be. `attempt` is the
 * number of the attempt that failed, from 1.
 */
export function pauseBeforeRetry(
  thrown: unknown,
  attempt: number,
  isIdempotent: boolean,
  options: RetryOptions | false | undefined,
): number | undefined {
  if (options === false || !(attempt < (options?.attempts ?? 3)) || !isTransient(thrown, isIdempotent)) {
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
function isTransient(thrown: unknown, isIdempotent: boolean): boolean {
  if (!isApiError(thrown)) {
    return false;
  }
  switch (thrown.name) {
    case "RateLimitError":
      return true;
    case "ServerError":
      return thrown.status === 503 || (isIdempotent && thrown.status !== 501);
    case "NetworkError":
    case "TimeoutError":
      return isIdempotent;
    default:
      return false;
  }
}
