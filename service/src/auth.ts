import { tokenFromOauth1 } from "cloud-storage-api/auth";
import { routeError, type AuthHandlers } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import { nameActor, toActor } from "./access/audit.js";
import type { Caller } from "./access/caller.js";
import { linkAccount } from "./access/links.js";
import { hashSecret, issueToken } from "./access/tokens.js";
import type { Backend } from "./backend.js";

/** Returns the handlers of the namespace `auth`. */
export function authHandlers({ database, clock }: Backend): AuthHandlers<Caller> {
  return {
    tokenFromOauth1: ({ oauth1_token, oauth1_token_secret }, caller) =>
      database.transaction(async (queries) => {
        const { app } = caller;
        await nameActor(queries, toActor(caller));
        const pair = await queries.first<{ app_key: string; account_id: string }>(sql`
          select app_key, account_id from oauth1_token
          where token = ${hashSecret(oauth1_token)} and secret = ${hashSecret(oauth1_token_secret)}`);
        if (pair === undefined) {
          throw routeError(tokenFromOauth1, "invalid_oauth1_token_info");
        }
        if (pair.app_key !== app.key) {
          throw routeError(tokenFromOauth1, "app_id_mismatch");
        }
        const now = await clock.now(queries);
        if (!(await linkAccount(queries, app.key, pair.account_id, now))) {
          throw routeError(tokenFromOauth1, "invalid_oauth1_token_info"); // the account is closed
        }
        const owner = { kind: "user", accountId: pair.account_id } as const;
        return { oauth2_token: await issueToken(queries, { appKey: app.key, owner, created: now }) };
      }),
    tokenRevoke: (caller) =>
      database.transaction(async (queries) => {
        await nameActor(queries, toActor(caller));
        await queries.run(sql`update token set is_revoked = true where hash = ${caller.tokenHash}`);
      }),
  };
}
