import { Hono } from "hono";
import { html } from "hono/html";
import sql from "sql-template-tag";
import { findApp, type RegisteredApp } from "../access/app.js";
import { nameActor } from "../access/audit.js";
import { disconnectTeamApp, findTeamTokens, type TeamToken } from "../access/links.js";
import type { Person } from "../accounts/account.js";
import type { Backend } from "../backend.js";
import { abilitiesSentence } from "../oauth/abilities.js";
import { clientAddress } from "../pages/client.js";
import { confirmIdentity } from "../pages/confirm-identity.js";
import { formField, tokenField } from "../pages/forms.js";
import { type Html, page, timeElement } from "../pages/layout.js";
import { findAdmin, type PageContext, type PageEnvironment } from "../pages/session.js";

const path = "/account/team-apps";

/** Returns the page where administrators see and disconnect the apps of their team. */
export function teamAppsPage(backend: Backend): Hono<PageEnvironment> {
  const { database, clock, settings } = backend;
  const pages = new Hono<PageEnvironment>();

  pages.get("/", async (context) => {
    const admin = await findAdmin(context, backend);
    if (admin === undefined) {
      return context.redirect("/account", 303);
    }
    const keys = await database.all<{ app_key: string }>(
      sql`select app_key from app_team where team_id = ${admin.team_id} order by app_key`,
    );
    const tokens = await findTeamTokens(database, await clock.now(database), sql`token.team_id = ${admin.team_id}`);
    const apps = await Promise.all(keys.map(({ app_key }) => findApp(database, app_key)));
    return context.html(
      appsPage(
        context,
        admin,
        apps.filter((app) => app !== undefined),
        tokens,
      ),
    );
  });

  pages.post("/disconnect", async (context) => {
    const admin = await findAdmin(context, backend);
    const key = await formField(context, "app");
    if (admin !== undefined) {
      const question = await confirmIdentity(context, backend, admin, { action: `${path}/disconnect`, path });
      if (question !== undefined) {
        return context.html(question.html, question.status);
      }
      const { id: account, team_id } = admin;
      await database.transaction(async (queries) => {
        await nameActor(queries, { account, through: path, address: clientAddress(context, settings) });
        await disconnectTeamApp(queries, team_id, key);
      });
    }
    return context.redirect(path, 303);
  });

  return pages;
}

function appsPage(
  context: PageContext,
  { team_name }: Person,
  apps: readonly RegisteredApp[],
  tokens: readonly TeamToken[],
): Html {
  return page(
    `Apps of ${team_name ?? "your team"}`,
    html`
      ${apps.length === 0 ? html`<p>No apps are connected to the team.</p>` : ""}
      <ul class="items">
        ${apps.map((app) =>
          appItem(
            context,
            app,
            tokens.filter(({ app_key }) => app_key === app.key),
          ),
        )}
      </ul>
      <nav><a href="/account">Your account</a></nav>
    `,
  );
}

function appItem(context: PageContext, app: RegisteredApp, tokens: readonly TeamToken[]): Html {
  return html`<li>
    <span><bdi>${app.name}</bdi>${app.publisher === null ? "" : html` of <bdi>${app.publisher}</bdi>`}</span>
    ${tokens.map(({ approver, created }) => html`<small>Connected by ${approver ?? "the test controls"}, ${timeElement(created)}</small>`)}
    <small>${abilitiesSentence(app)}</small>
    <form method="post" action="${path}/disconnect">
      ${tokenField(context)}
      <button class="link" name="app" value="${app.key}">Disconnect</button>
    </form>
  </li>`;
}
