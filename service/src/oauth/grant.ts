import { createHash } from "node:crypto";
import type { TokenResult } from "cloud-storage-api/auth";
import sql from "sql-template-tag";
import { hashSecret, issueToken } from "../access/tokens.js";
import type { Queries } from "../database/database.js";
import { randomText } from "../database/ids.js";

/** An approval whose code has not been exchanged yet. */
export interface Approval {
  readonly app_key: string;
  readonly account_id: string;
  /** The team, for apps of teams. */
  readonly team_id: string | null;
  readonly redirect_uri: string | null;
  readonly code_challenge: string | null;
  /** The log-in session in which it was approved. */
  readonly login_id: number | null;
}

/** How long a code is valid, in milliseconds. */
const lifetime = 10 * 60_000;

/** Issues a code for an approval. */
export async function issueCode(queries: Queries, approval: Approval, now: Date): Promise<string> {
  const { app_key, account_id, team_id, redirect_uri, code_challenge, login_id } = approval;
  const code = randomText(43);
  await queries.run(sql`
    insert into authorization_code (hash, app_key, account_id, team_id, redirect_uri, code_challenge, login_id, expires)
    values (${hashSecret(code)}, ${app_key}, ${account_id}, ${team_id}, ${redirect_uri}, ${code_challenge}, ${login_id},
            ${new Date(now.getTime() + lifetime)})`);
  return code;
}

/** Redeems a code of an app; undefined if the code is unknown, expired or already used (B-080). */
export function takeCode(queries: Queries, appKey: string, code: string, now: Date): Promise<Approval | undefined> {
  return queries.first<Approval>(sql`
    delete from authorization_code where hash = ${hashSecret(code)} and app_key = ${appKey} and expires > ${now}
    returning *`);
}

/**
 * Revokes the tokens that were issued for a code that is sent again: it may have been stolen (RFC 6749, section 4.1.2; RFC
 * 9700, section 2.1.1). This includes the token of a concurrent exchange, because this exchange has waited for that one.
 * Returns the number of tokens.
 */
export function revokeTokensOfCode(queries: Queries, appKey: string, code: string): Promise<number> {
  return queries.run(sql`
    update token set is_revoked = true where code_hash = ${hashSecret(code)} and app_key = ${appKey}`);
}

/** Returns whether a verifier matches a challenge. Without a challenge, there must be no verifier (RFC 9700, section 2.1.1). */
export function matchesChallenge(verifier: string | undefined, challenge: string | null): boolean {
  const hash = verifier === undefined ? null : createHash("sha256").update(verifier).digest("base64url");
  return hash === challenge;
}

/** The circumstances under which a token is issued. */
interface Grant {
  readonly now: Date;
  /** By default the app defines how long the token is valid. */
  readonly expires?: Date;
  /** The hash of the code that is exchanged for the token; absent in the token flow. */
  readonly codeHash?: string | null;
}

/** Issues a token for a team, if there is one, otherwise for an account. Returns the response to the app (B-075, B-079). */
export async function grantToken(
  queries: Queries,
  { app_key: appKey, account_id: accountId, team_id: teamId, login_id: loginId }: Approval,
  { now: created, expires, codeHash = null }: Grant,
): Promise<TokenResult> {
  const approval = { approvedBy: accountId, loginId, codeHash };
  if (teamId !== null) {
    const access_token = await issueToken(queries, {
      appKey,
      owner: { kind: "team", teamId },
      created,
      expires,
      approval,
    });
    return { access_token, token_type: "bearer", team_id: teamId };
  }
  const access_token = await issueToken(queries, {
    appKey,
    owner: { kind: "user", accountId },
    created,
    expires,
    approval,
  });
  // Accounts have no number, but the number of their storage is also unique.
  const account = await queries.first<{ home: number }>(sql`select home from account where id = ${accountId}`);
  return { access_token, token_type: "bearer", account_id: accountId, uid: String(account?.home) };
}
