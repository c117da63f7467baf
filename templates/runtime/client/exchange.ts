import { attemptWatch } from "./around-call.js";
import { attemptOnce, type Exchange } from "./attempt.js";
import { authorization } from "./authorization.js";
import { throwIfCancelled } from "./cancellable.js";
import type { ClientState } from "./core.js";
import { checkCallOptions } from "./option-names.js";
import type { CallOptions, TimeoutOptions } from "./options.js";
import { isApiError, TimeoutError } from "./errors.js";
import { pauseBeforeRetry } from "./retry.js";
import { takeSpentTime } from "./spent-time.js";
import { pause, withTimeout } from "./time-limit.js";

/**
 * Sends a request and reads the response; retries after transient failures. Rejects with a `CallError`, with the abort
 * reason of the caller's signal, with the errors of the token provider, and with a TypeError for an unknown option.
 */
export async function exchange<T>(client: ClientState, plan: Exchange<T>, options: CallOptions): Promise<T> {
  checkCallOptions(options);
  const { total, attempt: limit } = timeLimits(client, options);
  const expired = (milliseconds: number): TimeoutError => new TimeoutError(plan.route.path, milliseconds);
  const outOfTime = (): TimeoutError => expired(total ?? 0);
  const left = total === undefined ? undefined : total - takeSpentTime(options);
  if (left !== undefined && left <= 0) {
    throw outOfTime();
  }
  const deadline = Date.now() + (left ?? Infinity);
  return withTimeout(left, options.signal, outOfTime, async (signal) => {
    let attempt = 1;
    let renewed: string | undefined;
    const watch = attemptWatch(options);
    for (;;) {
      const credentials = await authorization(client, plan.route, renewed);
      throwIfCancelled(options);
      const send = (signal: AbortSignal | undefined): Promise<T> =>
        attemptOnce(client, plan, options, credentials, attempt, signal, watch);
      try {
        const value = await withTimeout(limit, signal, expired, send).finally(plan.release);
        watch?.({ endedAt: Date.now() });
        return value;
      } catch (thrown) {
        watch?.({ error: thrown, endedAt: Date.now() });
        if (signal?.aborted === true) {
          throw thrown;
        }
        if (renewed === undefined && isApiError(thrown) && thrown.status === 401) {
          // Even if this request cannot be sent again: later calls need the new token.
          renewed = await anotherToken(client, plan.route.path, credentials.token);
          if (renewed !== undefined && plan.isRepeatable) {
            attempt++;
            continue;
          }
        }
        const retry = plan.isRepeatable && (options.retry ?? client.options().retry);
        const wait = pauseBeforeRetry(thrown, attempt, plan.isIdempotent, retry);
        if (wait === undefined || Date.now() + wait >= deadline) {
          throw thrown;
        }
        watch?.({ retryAfterMs: wait });
        await pause(wait, signal);
        attempt++;
      }
    }
  });
}

/** Returns the timeouts of a call, in milliseconds. */
export function timeLimits(client: ClientState, options: CallOptions): TimeoutOptions {
  const timeout = options.timeout ?? client.options().timeout;
  return typeof timeout === "object" ? timeout : { total: timeout };
}

/** Returns a token that replaces one that the service has rejected; undefined if there is none. */
async function anotherToken(
  client: ClientState,
  route: string,
  rejectedToken: string | undefined,
): Promise<string | undefined> {
  const token = rejectedToken === undefined ? undefined : await client.tokens?.renew(route, rejectedToken);
  return token === rejectedToken ? undefined : token;
}
