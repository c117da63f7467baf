import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { hashSecret } from "../access/tokens.js";
import { randomText } from "../database/ids.js";
import type { Queries } from "../database/database.js";

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
