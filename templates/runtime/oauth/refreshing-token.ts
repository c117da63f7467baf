import { isTransientTokenError, pauseAfter } from "../client/retry.js";
import { pause, withTimeout } from "../client/signals.js";
import { OAuthError } from "./error.js";
import { checkTokenOptions, refreshAccessToken, type TokenRequestOptions } from "./token-request.js";

/** The tokens to store so that the user does not have to grant access again. */
export interface StoredTokens {
  readonly refreshToken: string;
  readonly accessToken?: string | undefined;
  /**
   * When the access token expires, in milliseconds since 1970; undefined if it does not expire or the time is unknown.
   */
  readonly expiresAt?: number | undefined;
}

export interface RefreshingTokenOptions extends TokenRequestOptions, StoredTokens {
  /**
   * Called with the tokens after each refresh, to store them for the next start. Services may replace the refresh token as
   * well. The new token is used after this function has completed. If it throws, the calls that wait for the token reject with
   * that error; later calls use the token, and each calls this function again until it has stored the tokens.
   */
  readonly onToken?: ((tokens: StoredTokens) => void | Promise<void>) | undefined;
}

/** The timeouts in milliseconds: of a token request, and of a refresh with its retries and `onToken`. */
const timeouts = { request: 10_000, refresh: 30_000 };

/** How long before its end a token is refreshed, in milliseconds; a tenth of its lifetime if that is less. */
const longestMargin = 300_000;

/**
 * Returns a function for the client option `accessToken` that refreshes the token if there is none, if it expires within five
 * minutes or the last tenth of its lifetime, and after the service has rejected it. Requests are retried like those of
 * calls, for at most half a minute. If the service cannot be reached, a token that is still valid is used, and refreshed later.
 * Concurrent calls share one refresh; if it fails, all of them reject with its `OAuthError`, and the next call tries
 * again. Throws a TypeError for an unknown option, and without a `clientId` or a `refreshToken`.
 */
export function refreshingToken(options: RefreshingTokenOptions): (rejectedToken?: string) => Promise<string> {
  checkTokenOptions(options);
  if (!options.refreshToken) {
    throw new TypeError("The refreshToken is empty");
  }
  let { refreshToken, accessToken, expiresAt }: StoredTokens = options;
  let refreshAt = (expiresAt ?? Infinity) - longestMargin;
  let isStored = true;
  let running: Promise<string> | undefined;

  /** Returns the present token, unless it is rejected or expired. */
  const validToken = (rejectedToken: string | undefined): string | undefined =>
    accessToken !== rejectedToken && Date.now() < (expiresAt ?? Infinity) ? accessToken : undefined;

  /** Returns the present token, unless it is to be refreshed. */
  const usableToken = (rejectedToken: string | undefined): string | undefined =>
    Date.now() < refreshAt ? validToken(rejectedToken) : undefined;

  async function store(): Promise<void> {
    await options.onToken?.({ refreshToken, accessToken, expiresAt });
    isStored = true;
  }

  async function requestToken(signal: AbortSignal | undefined): Promise<string> {
    const startedAt = Date.now();
    const tokens = await withTimeout(timeouts.request, signal, noToken, (signal) =>
      refreshAccessToken({ ...options, refreshToken, signal }),
    );
    const lifetime = (tokens.expires_in ?? Infinity) * 1000;
    refreshToken = tokens.refresh_token ?? refreshToken;
    accessToken = tokens.access_token;
    expiresAt = tokens.expires_in === undefined ? undefined : startedAt + lifetime;
    refreshAt = startedAt + lifetime - Math.min(longestMargin, lifetime / 10);
    isStored = false;
    return accessToken;
  }

  /** Requests a token until there is one, or the request fails permanently. Uses the present token while it is valid. */
  async function refresh(rejectedToken: string | undefined, signal: AbortSignal | undefined): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await requestToken(signal);
      } catch (thrown) {
        const token = isRefusal(thrown) ? undefined : validToken(rejectedToken);
        if (token !== undefined) {
          const now = Date.now();
          refreshAt = now + ((expiresAt ?? now) - now) / 2;
          return token;
        }
        const wait = isTransientTokenError(thrown)
          ? pauseAfter(thrown, attempt, { maxPauseMs: timeouts.request })
          : undefined;
        if (wait === undefined) {
          throw thrown;
        }
        await pause(wait, signal);
      }
    }
  }

  async function currentToken(rejectedToken: string | undefined, signal: AbortSignal | undefined): Promise<string> {
    const usable = usableToken(rejectedToken);
    const token = usable ?? (await refresh(rejectedToken, signal));
    if (usable !== undefined) {
      await store().catch(() => undefined); // an earlier call has rejected with the error
    } else if (!isStored) {
      await store();
    }
    return token;
  }

  return async (rejectedToken) => {
    while (running !== undefined) {
      const token = await running;
      if (token !== rejectedToken) {
        return token;
      }
    }
    const usable = isStored ? usableToken(rejectedToken) : undefined;
    if (usable !== undefined) {
      return usable;
    }
    running = withTimeout(timeouts.refresh, options.signal, noToken, (signal) => currentToken(rejectedToken, signal));
    try {
      return await running;
    } finally {
      running = undefined;
    }
  };
}

/** Returns whether a refresh failed for good: because the service refused it, or for a reason of our own, such as an abort. */
function isRefusal(thrown: unknown): boolean {
  return !(thrown instanceof OAuthError) || (thrown.reason === "refused" && !isTransientTokenError(thrown));
}

function noToken(milliseconds: number): OAuthError {
  return new OAuthError(`There was no new token within ${milliseconds} ms`, { reason: "network" });
}
