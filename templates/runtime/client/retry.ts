import { throwIfAborted } from "../errors/abort.js";
import type { RetryOptions } from "./options.js";
import { hasBrand } from "../errors/brand.js";
import { isApiError, type CallError } from "./errors.js";
import { pause } from "./time-limit.js";

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
  return options === false || !isApiError(thrown) || !isTransient(thrown, isIdempotent)
    ? undefined
    : pauseAfter(thrown, attempt, options);
}

/** Returns the pause after a transient failure in milliseconds; undefined if there must be no further attempt. */
export function pauseAfter(
  failure: CallError | TokenFailure,
  attempt: number,
  { attempts = 3, maxPause = 30_000 }: RetryOptions = {},
): number | undefined {
  if (!(attempt < attempts)) {
    return undefined;
  }
  const wanted = "retryAfter" in failure ? failure.retryAfter : undefined;
  if (wanted !== undefined) {
    return wanted * 1000 > maxPause ? undefined : wanted * 1000;
  }
  // Random, so that clients that failed together do not retry together.
  return Math.random() * Math.min(maxPause, 500 * 2 ** attempt);
}

/** Returns whether a retry may succeed. */
export function isTransient({ name, status }: CallError, isIdempotent: boolean): boolean {
  const isRefused = status === 429 || status === 503; // the service has not begun the call
  const isHarmless = isIdempotent && status !== 501 && /^(Server|Network|Timeout)Error$/.test(name);
  return isRefused || isHarmless;
}

/** The part of an `OAuthError` that says whether a retry may succeed. */
interface TokenFailure {
  readonly reason: string;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
}

/** Returns whether a token request failed only for the time being. */
export function isTransientTokenError(thrown: unknown): thrown is TokenFailure {
  if (!hasBrand(thrown, "OAuthError")) {
    return false;
  }
  const { reason, status = 0 } = thrown as TokenFailure;
  return reason === "network" || status === 429 || (status >= 500 && status !== 501);
}

/**
 * Repeats idempotent work after transient failures, without limit, with pauses that grow to half a minute, or are as long as the
 * service requires. Rejects with the first permanent failure, and with the signal's reason.
 */
export async function retryPatiently<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    throwIfAborted(signal);
    try {
      return await work();
    } catch (thrown) {
      throwIfAborted(signal);
      const attempt = Math.min(failures, 6);
      const options = { attempts: 7, maxPause: Infinity };
      const wait = isTransientTokenError(thrown)
        ? pauseAfter(thrown, attempt, options)
        : pauseBeforeRetry(thrown, attempt, true, options);
      if (wait === undefined) {
        throw thrown;
      }
      await pause(wait, signal);
    }
  }
}
