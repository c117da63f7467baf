import { Hono } from "hono";
import { html } from "hono/html";
import sql from "sql-template-tag";
import { nameActor } from "../access/audit.js";
import type { Backend } from "../backend.js";
import { clientAddress } from "../pages/client.js";
import { confirmIdentity } from "../pages/confirm-identity.js";
import { formField, tokenField } from "../pages/forms.js";
import { page, type Html } from "../pages/layout.js";
import { type Admin, findAdmin, type PageContext, type PageEnvironment } from "../pages/session.js";

const path = "/account/team-security";

const requireButton = html`<button name="requires_passkeys" value="yes">Require passkeys of administrators</button>`;
const stopButton = html`<button name="requires_passkeys" value="no" class="quiet">Stop requiring passkeys</button>`;

/** Returns the page where administrators decide whether those of their team need a passkey. */
export function teamSecurityPage(backend: Backend): Hono<PageEnvironment> {
  const { database, settings } = backend;
  const pages = new Hono<PageEnvironment>();

  pages.get("/", async (context) => {
    const admin = await findAdmin(context, backend);
    return admin === undefined ? context.redirect("/account", 303) : context.html(await settingsPage(context, admin));
  });

  pages.post("/", async (context) => {
    const admin = await findAdmin(context, backend);
    if (admin === undefined) {
      return context.redirect("/account", 303);
    }
    const question = await confirmIdentity(context, backend, admin, { action: path, path });
    if (question !== undefined) {
      return context.html(question.html, question.status);
    }
    const isRequired = (await formField(context, "requires_passkeys")) === "yes";
    await database.transaction(async (queries) => {
      await nameActor(queries, { account: admin.id, through: path, address: clientAddress(context, settings) });
      await queries.run(sql`update team set requires_passkeys = ${isRequired} where id = ${admin.team_id}`);
    });
    return context.redirect(path, 303);
  });

  async function settingsPage(context: PageContext, { team_id, team_name }: Admin): Promise<Html> {
    const team = await database.first<{ requires_passkeys: boolean }>(
      sql`select requires_passkeys from team where id = ${team_id}`,
    );
    const admins = await database.all<{ email: string; passkeys: number }>(sql`
      select account.email, (select count(*) from passkey where account_id = account.id) as passkeys
      from member join account on account.id = member.account_id
      where member.team_id = ${team_id} and member.role = 'team_admin' and member.status = 'active'
      order by account.email`);
    const isRequired = team?.requires_passkeys === true;
    return page(
      `Security of ${team_name ?? "your team"}`,
      html`
        <p>
          ${
            isRequired
              ? "Administrators need a passkey to log in to the console and to the pages of the team."
              : "Administrators can log in with the password alone. If passkeys are required, those without one are asked to add it."
          }
        </p>
        <form method="post" action="${path}">
          ${tokenField(context)}
          <div class="buttons">${isRequired ? stopButton : requireButton}</div>
        </form>
        <h2>Administrators</h2>
        <ul class="items">
          ${admins.map(
            ({ email, passkeys }) =>
              html`<li>
                <span>${email}</span>
                <small
                  >${passkeys === 0 ? "No passkey" : passkeys === 1 ? "One passkey" : `${passkeys} passkeys`}</small
                >
              </li>`,
          )}
        </ul>
        <nav><a href="/account">Your account</a></nav>
      `,
    );
  }

  return pages;
}
