import type { TokenResult } from "cloud-storage-api/auth";
import sql from "sql-template-tag";
import { issueToken } from "../access/tokens.js";
import type { Queries } from "../database/database.js";

/** Issues a token for a team, if there is one, or else for an account; gives what the app is told (B-075, B-079). */
export async function grantToken(
  queries: Queries,
  appKey: string,
  accountId: string,
  teamId: string | null,
  now: Date,
): Promise<TokenResult> {
  if (teamId !== null) {
    const access_token = await issueToken(queries, appKey, { kind: "team", teamId }, now);
    return { access_token, token_type: "bearer", team_id: teamId };
  }
  const access_token = await issueToken(queries, appKey, { kind: "user", accountId }, now);
  // Accounts have never had a number of their own. That of their storage is as unique.
  const account = await queries.first<{ home: number }>(sql`select home from account where id = ${accountId}`);
  return { access_token, token_type: "bearer", account_id: accountId, uid: String(account?.home) };
}
