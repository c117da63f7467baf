import { refreshAccessToken, type TokenRequestOptions } from "./token-request.js";

/** What has to be kept so that a user needs not be asked again. */
export interface StoredTokens {
  readonly refreshToken: string;
  readonly accessToken?: string | undefined;
  /** When the access token ends, in milliseconds since 1970; undefined if it does not, or if that is not known. */
  readonly expiresAt?: number | undefined;
}

export interface RefreshingTokenOptions extends TokenRequestOptions, StoredTokens {
  /**
   * Is given what each refresh brings, to be kept for the next start; services may replace refresh tokens too. The
   * token is used when this is done, and calls that wait for it reject with what this throws.
   */
  readonly onToken?: ((tokens: StoredTokens) => void | Promise<void>) | undefined;
}

/**
 * The option `accessToken` for a client, as a function that gets new tokens in time: when there is none, when it ends
 * within five minutes, and when the service has refused it. Calls that need one at the same time wait for the same
 * request; if it fails, all reject with its `OAuthError`, and the next call tries again.
 */
export function refreshingToken(options: RefreshingTokenOptions): (refused?: string) => Promise<string> {
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

  return async (refused) => {
    if (running !== undefined) {
      return running;
    }
    if (accessToken !== undefined && accessToken !== refused && !endsSoon(expiresAt)) {
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
