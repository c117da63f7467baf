import { throwIfAborted } from "../errors/abort.js";
import { hasBrand } from "../errors/brand.js";
import { errorPath } from "../routes/error-summary.js";
import { isApiError, type CallError, type RouteError } from "./errors.js";
import type { RetryOptions } from "./options.js";
import { pause } from "./signals.js";

/**
 * Returns the pause before the next attempt in milliseconds; undefined if the call must not be retried. `attempt` is the number
 * of the attempt that failed, counted from 1.
 */
export function pauseBeforeRetry(
  thrown: unknown,
  attempt: number,
  isIdempotent: boolean,
  options: RetryOptions,
): number | undefined {
  return isApiError(thrown) && (mayRetry(thrown, isIdempotent) || isListedError(thrown, options.errors))
    ? pauseAfter(thrown, attempt, options)
    : undefined;
}

/** Returns whether a failure is the route's own error, and its chain of tags contains one of these. */
function isListedError(failure: CallError, errors: readonly string[] = []): boolean {
  const { error } = failure as Partial<RouteError>; // other errors have none
  return errors.some((tags) => `/${errorPath(error)}/`.includes(`/${tags}/`));
}

/** Returns the pause after a transient failure in milliseconds; undefined if there must be no further attempt. */
export function pauseAfter(
  failure: CallError | TokenFailure,
  attempt: number,
  { attempts = 3, maxPauseMs = 30_000 }: RetryOptions = {},
): number | undefined {
  const wanted = "retryAfter" in failure ? failure.retryAfter : undefined;
  // Random, so that clients that failed together do not retry together.
  const wait = wanted === undefined ? Math.random() * Math.min(maxPauseMs, 500 * 2 ** attempt) : wanted * 1000;
  return attempt < attempts && wait <= maxPauseMs ? wait : undefined;
}

/** Returns whether a retry may succeed and does no harm: with a 429 or a 503, the service has not begun the call. */
export function mayRetry(failure: CallError, isIdempotent: boolean): boolean {
  const { status } = failure;
  return status === 429 || status === 503 || (isIdempotent && failure.isTransient);
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
      const options = { attempts: 7, maxPauseMs: Infinity };
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

/**
 * Returns the number of seconds to wait before a retry: from the `Retry-After` header, which has seconds or a date, or from
 * `retry_after` in the JSON of the body. Undefined if both are missing or invalid.
 */
export function retryAfter(headers: Headers, json: unknown): number | undefined {
  const text = headers.get("Retry-After") ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) {
    return Number(text);
  }
  const until = text.endsWith("GMT") && Date.parse(text);
  if (until) {
    // Relative to the service's own clock, if it sends a date, because the local clock may be incorrect.
    const now = Date.parse(headers.get("Date") ?? "") || Date.now();
    return Math.max(0, Math.ceil((until - now) / 1000));
  }
  const body = json as RateLimitBody | null | undefined;
  return secondsIn(body) ?? secondsIn(body?.error);
}

interface RateLimitBody {
  readonly retry_after?: unknown;
  readonly error?: RateLimitBody | null;
}

function secondsIn(body: RateLimitBody | null | undefined): number | undefined {
  const seconds = body?.retry_after;
  return typeof seconds === "number" && seconds >= 0 ? seconds : undefined;
}
