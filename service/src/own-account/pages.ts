import { Hono } from "hono";
import { html } from "hono/html";
import { nameActor } from "../access/audit.js";
import { unlinkAccount } from "../access/links.js";
import type { Person } from "../accounts/account.js";
import type { Backend } from "../backend.js";
import { attemptLogIn } from "../pages/attempt-log-in.js";
import { clientAddress } from "../pages/client.js";
import { confirmIdentity } from "../pages/confirm-identity.js";
import { formField, inputField, ownFormsOnly, problemLine, tokenField } from "../pages/forms.js";
import { page, type Html } from "../pages/layout.js";
import { passkeysUrl } from "../pages/passkey-form.js";
import { protection } from "../pages/protection.js";
import { secondFactorPage } from "../pages/second-factor-page.js";
import {
  endSessions,
  findLoggedIn,
  logOut,
  type PageContext,
  type PageEnvironment,
  withSession,
} from "../pages/session.js";
import { auditPages } from "./audit-page.js";
import { confirmPage } from "./confirm-page.js";
import { overviewPage } from "./overview-page.js";
import { passkeysPage } from "./passkeys-page.js";
import { passwordPage } from "./password-page.js";
import { resetPages } from "./reset-pages.js";
import { teamAppsPage } from "./team-apps-page.js";
import { teamSecurityPage } from "./team-security-page.js";

/** Returns the pages where people see and secure their own accounts. */
export function accountPages(backend: Backend): Hono<PageEnvironment> {
  const { database, clock, settings } = backend;
  const pages = new Hono<PageEnvironment>();
  pages.use(protection, withSession(backend), ownFormsOnly(backend));

  pages.get("/", async (context) => {
    const people = await findLoggedIn(database, context.var.session, await clock.now(database));
    return context.html(people.length === 0 ? logInForm(context) : await overviewPage(context, backend, people));
  });

  pages.post("/log-in", async (context) => {
    const [email, password] = [await formField(context, "email"), await formField(context, "password")];
    const outcome = await attemptLogIn(context, backend, { email, password }, "/account/log-in");
    if (typeof outcome === "object") {
      return context.html(logInForm(context, email, outcome.problem), outcome.status);
    }
    if (outcome === "passkey") {
      return context.redirect("/account/log-in/passkey", 303);
    }
    const people = await findLoggedIn(database, context.var.session, await clock.now(database));
    const incomplete = people.find(({ needs_passkey }) => needs_passkey);
    return context.redirect(incomplete === undefined ? "/account" : passkeysUrl(incomplete), 303);
  });

  pages.route(
    "/log-in/passkey",
    secondFactorPage<PageEnvironment>(backend, {
      path: "/account/log-in/passkey",
      action: () => "/account/log-in/passkey",
      next: () => "/account",
    }),
  );

  pages.post("/log-out", async (context) => {
    await logOut(context, backend, "/account/log-out");
    return context.redirect("/account", 303);
  });

  pages.post("/end-sessions", async (context) => {
    const [account, session] = [await formField(context, "account"), await formField(context, "session")];
    const person = await findPerson(context, account);
    if (person !== undefined) {
      const path = "/account/end-sessions";
      const question = await confirmIdentity(context, backend, person, { action: path, path });
      if (question !== undefined) {
        return context.html(question.html, question.status);
      }
      const which = { account, session: session === "" ? undefined : readId(session) };
      await endSessions(context, backend, which, path);
    }
    return context.redirect("/account", 303);
  });

  pages.post("/disconnect", async (context) => {
    const [account, app] = [await formField(context, "account"), await formField(context, "app")];
    if ((await findPerson(context, account)) !== undefined) {
      await database.transaction(async (queries) => {
        const address = clientAddress(context, settings);
        await nameActor(queries, { account, through: "/account/disconnect", address });
        await unlinkAccount(queries, app, account);
      });
    }
    return context.redirect("/account", 303);
  });

  async function findPerson({ var: { session } }: PageContext, account: string): Promise<Person | undefined> {
    const people = await findLoggedIn(database, session, await clock.now(database));
    return people.find(({ id }) => id === account);
  }

  pages.route("/confirm", confirmPage(backend));
  pages.route("/audit", auditPages(backend));
  pages.route("/team-apps", teamAppsPage(backend));
  pages.route("/team-security", teamSecurityPage(backend));
  pages.route("/passkeys", passkeysPage(backend));
  pages.route("/password", passwordPage(backend));
  pages.route("/reset", resetPages(backend));
  return pages;
}

/** Returns the id of a session in a form; 0, which is none, for other text. */
function readId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/** Returns the form to log in to one's account, with the problem of the previous attempt. */
function logInForm(context: PageContext, email = "", problem?: string): Html {
  return page(
    "Log in",
    html`
      <form method="post" action="/account/log-in">
        ${tokenField(context)} ${problemLine(problem)}
        ${inputField({ label: "Email", name: "email", type: "email", value: email, autocomplete: "username", isFocused: email === "" })}
        ${inputField({ label: "Password", name: "password", type: "password", autocomplete: "current-password", isFocused: email !== "" })}
        <div class="buttons"><button>Log in</button></div>
      </form>
      <nav><a href="/account/reset">Forgot your password?</a></nav>
    `,
  );
}
