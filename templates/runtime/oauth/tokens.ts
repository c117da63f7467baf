import { OAuthError } from "./error.js";

/**
 * A token response. A team token grants access to the data of all members: keep it on a server, never on a user's
 * device.
 */
export interface Tokens {
  readonly access_token: string;
  readonly token_type: "bearer";
  /** The id of the user's account; undefined if a team has granted access. */
  readonly account_id?: string | undefined;
  /** The id of the team that has granted access. */
  readonly team_id?: string | undefined;
  /** The legacy form of `account_id`. */
  readonly uid?: string | undefined;
  /** The lifetime of the access token in seconds; undefined if it does not expire. */
  readonly expires_in?: number | undefined;
  /** The refresh token, for `refreshAccessToken`. */
  readonly refresh_token?: string | undefined;
  /** The granted scopes, separated by spaces. */
  readonly scope?: string | undefined;
}

/**
 * Reads a token response. `member` returns its members; `where` names it in the message of an {@link OAuthError}, which is
 * thrown if it is invalid.
 */
export function readTokens(member: (name: string) => unknown, where: string): Tokens {
  const wrong = (name: string): OAuthError => new OAuthError(`${where} has no ${name}`, { reason: "protocol" });
  // A service may send an identifier as a number.
  const text = (name: string): string | undefined => {
    const value = member(name) ?? undefined;
    if (value !== undefined && typeof value !== "string" && typeof value !== "number") {
      throw wrong(`valid ${name}`);
    }
    return value === undefined ? undefined : String(value);
  };
  const access_token = text("access_token");
  if (access_token === undefined || access_token === "") {
    throw wrong("access_token");
  }
  if (text("token_type")?.toLowerCase() !== "bearer") {
    throw wrong("token_type bearer");
  }
  const seconds = text("expires_in");
  if (seconds !== undefined && !/^\d+(\.\d+)?$/.test(seconds)) {
    throw wrong("expires_in in seconds");
  }
  return {
    access_token,
    token_type: "bearer",
    account_id: text("account_id"),
    team_id: text("team_id"),
    uid: text("uid"),
    expires_in: seconds === undefined ? undefined : Number(seconds),
    refresh_token: text("refresh_token"),
    scope: text("scope"),
  };
}
