import type { RetryOptions } from "./options.js";
import { isApiError } from "./errors.js";

/**
 * The pause before the next attempt in milliseconds; undefined if the call must not be retried. `attempt` is the number
 * of the attempt that failed, counted from 1.
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
  // Random, so that clients that failed together do not retry together.
  return Math.random() * Math.min(maxPause, 500 * 2 ** attempt);
}

/** Whether a retry may succeed. With 429 and 503 the service has not performed the call. */
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
