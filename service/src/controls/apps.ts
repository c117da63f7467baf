import type { ControlsHandlers } from "#controls/server";
import sql from "sql-template-tag";
import { linkAccount, linkTeam } from "../access/links.js";
import { issueToken } from "../access/tokens.js";
import type { Backend } from "../backend.js";
import { randomText } from "../database/ids.js";
import { isSecureUrl } from "../access/secure-url.js";
import { impossible } from "./impossible.js";

type Handlers = Pick<ControlsHandlers<undefined>, "addApp" | "issueToken">;

/** Apps and their tokens. */
export function appControls({ database, clock }: Backend): Handlers {
  return {
    async addApp({ name, publisher = null, publisher_url = null, kind, access, permissions, ...more }) {
      if (!more.redirect_uris.every(isSecureUrl)) {
        throw impossible("A redirect URI needs HTTPS, except on localhost, and no fragment.");
      }
      const [key, secret] = [randomText(15).toLowerCase(), randomText(15).toLowerCase()];
      const status = more.is_in_production ? "production" : "development";
      await database.run(sql`
        insert into app (key, secret, name, publisher, publisher_url, kind, access, permissions, status, redirect_uris,
                         allows_token_flow, created)
        values (${key}, ${secret}, ${name}, ${publisher}, ${publisher_url}, ${kind}, ${access}, ${permissions}, ${status},
                ${more.redirect_uris}, ${more.allows_token_flow}, ${await clock.now(database)})`);
      return { key, secret };
    },
    issueToken: ({ app_key, owner, lifetime }) =>
      database.transaction(async (queries) => {
        const now = await clock.now(queries);
        const expires = lifetime === undefined ? undefined : new Date(now.getTime() + lifetime * 1000);
        const isLinked =
          owner[".tag"] === "account_id"
            ? await linkAccount(queries, app_key, owner.account_id, now)
            : await linkTeam(queries, app_key, owner.team_id);
        if (!isLinked) {
          throw impossible("The app cannot be linked with that.");
        }
        const tokenOwner =
          owner[".tag"] === "account_id"
            ? ({ kind: "user", accountId: owner.account_id } as const)
            : ({ kind: "team", teamId: owner.team_id } as const);
        return {
          access_token: await issueToken(queries, { appKey: app_key, owner: tokenOwner, created: now, expires }),
        };
      }),
  };
}
