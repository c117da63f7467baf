import { Hono } from "hono";
import { html } from "hono/html";
import { nameActor } from "../access/audit.js";
import { hashSecret } from "../access/tokens.js";
import type { Person } from "../accounts/account.js";
import { changePassword } from "../accounts/password-reset.js";
import { problemWithPassword } from "../accounts/password.js";
import type { Backend } from "../backend.js";
import { checkPassword } from "../pages/attempt-log-in.js";
import { clientAddress } from "../pages/client.js";
import { formField, inputField, newPasswordField, problemLine, tokenField } from "../pages/forms.js";
import { page, type Html } from "../pages/layout.js";
import { findLoggedIn, renewSession, type PageContext, type PageEnvironment } from "../pages/session.js";

const path = "/account/password";

/** Returns the page where logged-in users change their password. */
export function passwordPage(backend: Backend): Hono<PageEnvironment> {
  const { database, clock, settings } = backend;
  const pages = new Hono<PageEnvironment>();

  pages.get("/", async (context) => {
    const person = await findPerson(context, context.req.query("account") ?? "");
    return person === undefined ? context.redirect("/account", 303) : context.html(passwordForm(context, person));
  });

  pages.post("/", async (context) => {
    const [current, password] = [await formField(context, "current"), await formField(context, "password")];
    const person = await findPerson(context, await formField(context, "account"));
    if (person === undefined) {
      return context.redirect("/account", 303);
    }
    const checked = await checkPassword(context, backend, person.email, current);
    if ("problem" in checked) {
      const problem = checked.status === 400 ? "The current password is wrong." : checked.problem;
      return context.html(passwordForm(context, person, problem), checked.status);
    }
    // If the email has two accounts, the password of the other account is not sufficient.
    const problem = checked.some(({ id }) => id === person.id)
      ? await problemWithPassword(settings, password, person.email)
      : "The current password is wrong.";
    if (problem !== undefined) {
      return context.html(passwordForm(context, person, problem), 400);
    }
    await database.transaction(async (queries) => {
      await nameActor(queries, { account: person.id, through: path, address: clientAddress(context, settings) });
      await changePassword(queries, person.id, password, hashSecret(context.var.session));
    });
    await renewSession(context, backend); // as after each log-in
    return context.html(
      page(
        "Password changed",
        html`<p>
            Other browsers that were logged in to this account are logged out. Apps stay connected: disconnect those
            that you do not know.
          </p>
          <nav><a href="/account">Your account</a></nav>`,
      ),
    );
  });

  async function findPerson({ var: { session } }: PageContext, id: string): Promise<Person | undefined> {
    const people = await findLoggedIn(database, session, await clock.now(database));
    return people.find((person) => person.id === id);
  }

  return pages;
}

function passwordForm(context: PageContext, { id, email }: Person, problem?: string): Html {
  return page(
    "Change your password",
    html`
      <form method="post" action="${path}">
        ${tokenField(context)} ${problemLine(problem)}
        <input type="hidden" name="account" value="${id}" />
        <p>For ${email}</p>
        ${inputField({ label: "Current password", name: "current", type: "password", autocomplete: "current-password", isFocused: true })}
        ${newPasswordField("New password")}
        <div class="buttons"><button>Change the password</button></div>
      </form>
      <nav><a href="/account">Your account</a></nav>
    `,
  );
}
