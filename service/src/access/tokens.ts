import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { randomText } from "../database/ids.js";
import type { Queries } from "../database/database.js";

/** Whom a token stands for. */
export type TokenOwner =
  { readonly kind: "user"; readonly accountId: string } | { readonly kind: "team"; readonly teamId: string };

/** Makes an access token for an app and a user or team; without a time of expiry it is good until it is revoked. */
export async function issueToken(
  queries: Queries,
  appKey: string,
  owner: TokenOwner,
  created: Date,
  expires?: Date,
): Promise<string> {
  const token = `cst.${randomText(43)}`;
  const accountId = owner.kind === "user" ? owner.accountId : null;
  const teamId = owner.kind === "team" ? owner.teamId : null;
  await queries.run(sql`
    insert into token (hash, app_key, kind, account_id, team_id, created, expires)
    values (${hashOf(token)}, ${appKey}, ${owner.kind}, ${accountId}, ${teamId}, ${created}, ${expires ?? null})`);
  return token;
}

/** What is stored of a token, a code or a secret of that kind, which are random and long. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
