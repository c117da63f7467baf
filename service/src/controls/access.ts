import type { AccessHandlers } from "#controls/server";
import sql from "sql-template-tag";
import { hashSecret } from "../access/tokens.js";
import { cheapCost, passwordHash } from "../accounts/password.js";
import type { Backend } from "../backend.js";
import { randomText } from "../database/ids.js";
import { notifyOfFiles } from "../webhooks/notify.js";
import { impossible } from "./impossible.js";

/** Returns the test controls for passwords, OAuth 1 and notifications. */
export function accessControls({ database, clock }: Backend): AccessHandlers<undefined> {
  return {
    async setPassword({ account_id, password }) {
      const hash = await passwordHash(password, cheapCost);
      if ((await database.run(sql`update account set password = ${hash} where id = ${account_id}`)) === 0) {
        throw impossible("There is no such account.");
      }
    },
    async addOauth1Token({ app_key, account_id }) {
      const [token, secret] = [randomText(12), randomText(12)];
      await database.run(sql`
        insert into oauth1_token (token, secret, app_key, account_id)
        values (${hashSecret(token)}, ${hashSecret(secret)}, ${app_key}, ${account_id})`);
      return { oauth1_token: token, oauth1_token_secret: secret };
    },
    async moveToProduction({ app_key }) {
      await database.run(sql`update app set status = 'production' where key = ${app_key}`);
    },
    changeFiles: ({ account_ids }) =>
      database.transaction(async (queries) =>
        notifyOfFiles(queries, sql`select unnest(${account_ids}::text[])`, await clock.now(queries)),
      ),
  };
}
