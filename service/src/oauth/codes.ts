import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { hashSecret } from "../access/tokens.js";
import { randomText } from "../database/ids.js";
import type { Queries } from "../database/database.js";

/** What has been approved, and is waiting to be exchanged. */
export interface Approval {
  readonly app_key: string;
  readonly account_id: string;
  /** The team, for apps of teams. */
  readonly team_id: string | null;
  readonly redirect_uri: string | null;
  readonly code_challenge: string | null;
  /** The log-in in which it was approved. */
  readonly login_id: number | null;
}

/** How long a code is good, in milliseconds. */
const lifetime = 10 * 60_000;

/** Makes a code for what has been approved. */
export async function issueCode(queries: Queries, approval: Approval, now: Date): Promise<string> {
  const { app_key, account_id, team_id, redirect_uri, code_challenge, login_id } = approval;
  const code = randomText(43);
  await queries.run(sql`
    insert into authorization_code (hash, app_key, account_id, team_id, redirect_uri, code_challenge, login_id, expires)
    values (${hashSecret(code)}, ${app_key}, ${account_id}, ${team_id}, ${redirect_uri}, ${code_challenge}, ${login_id},
            ${new Date(now.getTime() + lifetime)})`);
  return code;
}

/** Uses up a code of an app; undefined if it has none like that, or no longer (B-080). */
export function takeCode(queries: Queries, appKey: string, code: string, now: Date): Promise<Approval | undefined> {
  return queries.first<Approval>(sql`
    delete from authorization_code where hash = ${hashSecret(code)} and app_key = ${appKey} and expires > ${now}
    returning *`);
}

/**
 * Revokes the tokens that an app was given for a code: whoever sends it a second time may have stolen it, or may have been
 * robbed (RFC 6749, section 4.1.2; RFC 9700, section 2.1.1). The token of an exchange at the same time is among them, as
 * this one has waited for it.
 */
export async function revokeTokensOfCode(queries: Queries, appKey: string, code: string): Promise<void> {
  await queries.run(sql`
    update token set is_revoked = true where code_hash = ${hashSecret(code)} and app_key = ${appKey}`);
}

/** Whether a verifier is what a challenge was made of: without a challenge there must be none (RFC 9700, section 2.1.1). */
export function isVerifier(verifier: string | undefined, challenge: string | null): boolean {
  const made = verifier === undefined ? null : createHash("sha256").update(verifier).digest("base64url");
  return made === challenge;
}
