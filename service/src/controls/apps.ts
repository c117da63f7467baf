import type { AccessHandlers, ControlsHandlers } from "#controls/server";
import sql from "sql-template-tag";
import { isRedirectUri, registerApp } from "../access/app.js";
import { linkAccount, linkTeam } from "../access/links.js";
import { hashSecret, issueToken } from "../access/tokens.js";
import { cheapCost, passwordHash } from "../accounts/password.js";
import type { Backend } from "../backend.js";
import { randomText } from "../database/ids.js";
import { notifyOfFiles } from "../webhooks/notify.js";
import { impossible } from "./impossible.js";

type Handlers = Pick<ControlsHandlers<undefined>, "addApp" | "issueToken">;

/** Returns the test controls for apps and their tokens. */
export function appControls({ database, clock, cursors }: Backend): Handlers {
  return {
    async addApp({ name, publisher = null, publisher_url = null, kind, access, permissions, ...more }) {
      if (!more.redirect_uris.every(isRedirectUri)) {
        throw impossible("A redirect URI needs HTTPS, except on localhost, and no fragment, user name or password.");
      }
      return registerApp(database, cursors, {
        name,
        publisher,
        publisherUrl: publisher_url,
        kind,
        access,
        permissions,
        isInProduction: more.is_in_production,
        redirectUris: more.redirect_uris,
        allowsTokenFlow: more.allows_token_flow,
        tokenLifetime: more.token_lifetime ?? null,
        isPublic: more.is_public,
        created: await clock.now(database),
      });
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
          throw impossible("The app cannot be linked to this account or team.");
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
