import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { randomText } from "../database/ids.js";
import type { Queries } from "../database/database.js";

/** Whom a token stands for. */
type TokenOwner =
  { readonly kind: "user"; readonly accountId: string } | { readonly kind: "team"; readonly teamId: string };

/** A token that is to be issued. */
export interface NewToken {
  readonly appKey: string;
  readonly owner: TokenOwner;
  readonly created: Date;
  /** Without it the token is good until it is revoked. */
  readonly expires?: Date | undefined;
  /** What the token comes from; undefined if nobody approved it, which only test controls do. */
  readonly approval?: TokenApproval | undefined;
}

/** Who approved a token, and how. */
interface TokenApproval {
  /** The account that approved: the token of a team is good only while this account administers the team. */
  readonly approvedBy: string;
  /** The log-in on the pages in which it was approved; null if there was none, or it is over. */
  readonly loginId: number | null;
  /** The hash of the code that is exchanged for the token; null if there is no code. */
  readonly codeHash: string | null;
}

/** Makes an access token for an app and a user or team. */
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
    values (${hashOf(token)}, ${appKey}, ${owner.kind}, ${accountId}, ${teamId}, ${created}, ${expires ?? null},
            ${approvedBy}, ${loginId}, ${codeHash})`);
  return token;
}

/** What is stored of a token, a code or a secret of that kind, which are random and long. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
