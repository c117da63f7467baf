import { createHash } from "node:crypto";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../database/database.js";
import { randomText } from "../database/ids.js";

/** The account or team that a token gives access to. */
type TokenOwner =
  { readonly kind: "user"; readonly accountId: string } | { readonly kind: "team"; readonly teamId: string };

/** A token to issue. */
interface NewToken {
  readonly appKey: string;
  readonly owner: TokenOwner;
  readonly created: Date;
  /** When the token expires; by default the lifetime is a property of the app. */
  readonly expires?: Date | undefined;
  /** The approval of the token; undefined for tokens that test controls issue. */
  readonly approval?: TokenApproval | undefined;
}

/** The approval of a token. */
interface TokenApproval {
  /** The account that approved the token: a team token is valid only while this account administers the team. */
  readonly approvedBy: string;
  /** The log-in session in which the token was approved; null if there was none, or if it has ended. */
  readonly loginId: number | null;
  /** The hash of the code that is exchanged for the token; null if there is no code. */
  readonly codeHash: string | null;
}

/** Issues an access token for an app to a user or team. Returns the token. */
export async function issueToken(
  queries: Queries,
  { appKey, owner, created, expires, approval }: NewToken,
): Promise<string> {
  const token = `cst.${randomText(43)}`;
  const accountId = owner.kind === "user" ? owner.accountId : null;
  const teamId = owner.kind === "team" ? owner.teamId : null;
  const { approvedBy = accountId, loginId = null, codeHash = null } = approval ?? {};
  await queries.run(sql`
    insert into token (hash, app_key, kind, account_id, team_id, created, expires, approved_by, login_id, code_hash)
    values (${hashSecret(token)}, ${appKey}, ${owner.kind}, ${accountId}, ${teamId}, ${created},
            coalesce(${expires ?? null}, (select ${created}::timestamptz + make_interval(secs => token_lifetime)
                                          from app where key = ${appKey})),
            ${approvedBy}, ${loginId}, ${codeHash})`);
  return token;
}

/** Returns the hash with which a token, code or secret is stored. It needs no salt, because secrets are long and random. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/**
 * Ends log-in sessions that someone else may have started: those that satisfy a condition on `login`. Codes that were issued
 * in these become invalid, and so do tokens that expire, which are the sessions of apps such as the admin console. Tokens that
 * do not expire belong to the link between an app and an account, which is ended separately.
 */
export async function endLogIns(queries: Queries, which: Sql): Promise<void> {
  const ended = sql`(select id from login where ${which})`;
  await queries.run(sql`delete from authorization_code where login_id in ${ended}`);
  await queries.run(sql`
    update token set is_revoked = true where login_id in ${ended} and expires is not null and not is_revoked`);
  await queries.run(sql`delete from login where ${which}`);
}
