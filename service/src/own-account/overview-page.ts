import { html } from "hono/html";
import sql from "sql-template-tag";
import { findApp } from "../access/app.js";
import { hashSecret } from "../access/tokens.js";
import type { Person } from "../accounts/account.js";
import { listPasskeys } from "../accounts/passkeys.js";
import type { Backend } from "../backend.js";
import { abilitiesSentence } from "../oauth/abilities.js";
import { describeBrowser } from "../pages/client.js";
import { tokenField } from "../pages/forms.js";
import { type Html, page, timeElement } from "../pages/layout.js";
import { passkeysUrl } from "../pages/passkey-form.js";
import type { PageContext } from "../pages/session.js";

interface LogInRow {
  readonly id: number;
  readonly created: Date | null;
  readonly address: string | null;
  readonly browser: string | null;
  readonly is_own: boolean;
}

/** Returns the page of the accounts to which a browser is logged in: password, sessions, and connected apps. */
export async function overviewPage(context: PageContext, backend: Backend, people: readonly Person[]): Promise<Html> {
  const sections = await Promise.all(people.map((person) => accountSection(context, backend, person)));
  return page(
    "Your account",
    html`
      ${sections}
      <form method="post" action="/account/log-out">
        ${tokenField(context)}
        <div class="buttons"><button class="quiet">Log out</button></div>
      </form>
    `,
  );
}

async function accountSection(context: PageContext, backend: Backend, person: Person): Promise<Html> {
  const { id, email, given_name, surname, team_name, is_admin, needs_passkey } = person;
  const { database, clock } = backend;
  const sessions = await database.all<LogInRow>(sql`
    select id, created, address, browser, hash = ${hashSecret(context.var.session)} as is_own from login
    where account_id = ${id} and expires > ${await clock.now(database)} order by id desc`);
  const links = await database.all<{ app_key: string; linked: Date }>(
    sql`select app_key, linked from app_link where account_id = ${id} order by linked desc`,
  );
  const passkeys = await listPasskeys(database, id);
  const apps = await Promise.all(links.map((link) => connectedApp(context, backend, id, link)));
  return html`<section>
    <h2>${given_name} ${surname}</h2>
    <p>${email}${team_name === null ? "" : html`, <bdi>${team_name}</bdi>`}</p>
    <p><a href="/account/password?account=${encodeURIComponent(id)}">Change the password</a></p>
    <p>
      <a href="${passkeysUrl(person)}">Passkeys</a>:
      ${passkeys.length === 0 ? "none, so that the password alone is enough to log in" : passkeys.length}
    </p>
    ${
      is_admin
        ? html`<p>
            <a href="/account/team-apps">Apps of your team</a>, its <a href="/account/audit">audit log</a> and
            <a href="/account/team-security">security</a>
          </p>`
        : ""
    }
    ${needs_passkey ? html`<p class="problem">Your team requires its administrators to have a passkey. Add one to administer the team.</p>` : ""}
    <h3>Where you are logged in</h3>
    <ul class="items">
      ${sessions.map((session) => sessionItem(context, id, session))}
    </ul>
    <form method="post" action="/account/end-sessions">
      ${tokenField(context)}
      <input type="hidden" name="account" value="${id}" />
      <button class="link">Log out everywhere else</button>
    </form>
    <h3>Connected apps</h3>
    ${
      apps.length === 0
        ? html`<p class="aside">No apps are connected to this account.</p>`
        : html`<ul class="items">
            ${apps}
          </ul>`
    }
  </section>`;
}

function sessionItem(context: PageContext, account: string, row: LogInRow): Html {
  const { id, created, address, browser, is_own } = row;
  return html`<li>
    <span>${browser === null ? "Unknown browser" : describeBrowser(browser)}</span>
    <small>${address ?? "Unknown address"}, ${created === null ? "before" : timeElement(created)}</small>
    ${
      is_own
        ? html`<small>This browser</small>`
        : html`<form method="post" action="/account/end-sessions">
            ${tokenField(context)}
            <input type="hidden" name="account" value="${account}" />
            <button class="link" name="session" value="${id}">Log out</button>
          </form>`
    }
  </li>`;
}

async function connectedApp(
  context: PageContext,
  { database }: Backend,
  account: string,
  { app_key, linked }: { readonly app_key: string; readonly linked: Date },
): Promise<Html> {
  const app = await findApp(database, app_key);
  return html`<li>
    <span>${app?.name ?? app_key}</span>
    <small>Connected ${timeElement(linked)}. ${app === undefined ? "" : abilitiesSentence(app)}</small>
    <form method="post" action="/account/disconnect">
      ${tokenField(context)}
      <input type="hidden" name="account" value="${account}" />
      <button class="link" name="app" value="${app_key}">Disconnect</button>
    </form>
  </li>`;
}
