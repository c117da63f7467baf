import type { RetryOptions } from "./options.js";
import { isApiError, type CallError } from "./errors.js";

/**
 * Returns the pause before the next attempt in milliseconds; undefined if the call must not be retried. `attempt` is the number
 * of the attempt that failed, counted from 1.
 */
export function pauseBeforeRetry(
  thrown: unknown,
  attempt: number,
  isIdempotent: boolean,
  options: RetryOptions | false | undefined,
): number | undefined {
  if (options === false || !isApiError(thrown) || !isTransient(thrown, isIdempotent)) {
    return undefined;
  }
  const { attempts = 3, maxPause = 30_000 } = options ?? {};
  if (!(attempt < attempts)) {
    return undefined;
  }
  const wanted = "retryAfter" in thrown ? thrown.retryAfter : undefined;
  if (wanted !== undefined) {
    return wanted * 1000 > maxPause ? undefined : wanted * 1000;
  }
  // Random, so that clients that failed together do not retry together.
  return Math.random() * Math.min(maxPause, 500 * 2 ** attempt);
}

/** Returns whether a retry may succeed. */
function isTransient({ name, status }: CallError, isIdempotent: boolean): boolean {
  const isRefused = status === 429 || status === 503; // the service has not begun the call
  const isHarmless = isIdempotent && status !== 501 && /^(Server|Network|Timeout)Error$/.test(name);
  return isRefused || isHarmless;
}
