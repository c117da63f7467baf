import type { TokenResult } from "cloud-storage-api/auth";
import sql from "sql-template-tag";
import { issueToken } from "../access/tokens.js";
import type { Queries } from "../database/database.js";
import type { Approval } from "./codes.js";

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
