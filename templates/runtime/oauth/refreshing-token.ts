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
   * that error.
   */
  readonly onToken?: ((tokens: StoredTokens) => void | Promise<void>) | undefined;
}

/**
 * Returns a function for the client option `accessToken` that refreshes the token if there is none, if it expires within five
 * minutes, and after the service has rejected it. Concurrent calls share one refresh request; if it fails, all of them
 * reject with its `OAuthError`, and the next call tries again. Throws a TypeError for an unknown option.
 */
export function refreshingToken(options: RefreshingTokenOptions): (rejectedToken?: string) => Promise<string> {
  checkTokenOptions(options);
  let { refreshToken, accessToken, expiresAt }: StoredTokens = options;
  let running: Promise<string> | undefined;

  async function refresh(): Promise<string> {
    const startedAt = Date.now();
    const tokens = await refreshAccessToken({ ...options, refreshToken });
    refreshToken = tokens.refresh_token ?? refreshToken;
    accessToken = tokens.access_token;
    expiresAt = tokens.expires_in === undefined ? undefined : startedAt + tokens.expires_in * 1000;
    await options.onToken?.({ refreshToken, accessToken, expiresAt });
    return tokens.access_token;
  }

  return async (rejectedToken) => {
    if (running !== undefined) {
      return running;
    }
    if (accessToken !== undefined && accessToken !== rejectedToken && !endsSoon(expiresAt)) {
      return accessToken;
    }
    running = refresh();
    try {
      return await running;
    } finally {
      running = undefined;
    }
  };
}

function endsSoon(expiresAt: number | undefined): boolean {
  return expiresAt !== undefined && expiresAt - Date.now() < 300_000;
}
