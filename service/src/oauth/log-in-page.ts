import { Hono } from "hono";
import { html } from "hono/html";
import { countRefusedLogIn } from "../access/audit.js";
import { networkOf } from "../access/network.js";
import { countLogIn, findLogInCounters, forgiveLogIn } from "../access/rate-limits.js";
import { accountsWith, findAccounts } from "../accounts/log-in.js";
import type { Backend } from "../backend.js";
import { clientAddress } from "../pages/client-address.js";
import { formField, inputField, problemLine, tokenField } from "../pages/forms.js";
import { knownBrowserOf, rememberBrowser } from "../pages/known-browser.js";
import { page, type Html } from "../pages/layout.js";
import { logIn } from "../pages/session.js";
import { pageUrl, type AuthorizeContext, type AuthorizeEnvironment } from "./asking-app.js";
import { offersSignUp } from "./sign-up-page.js";

/** The log-in page, also for users who are logged in to another account. */
export function logInPage(backend: Backend): Hono<AuthorizeEnvironment> {
  const { database, settings } = backend;
  const pages = new Hono<AuthorizeEnvironment>();

  pages.get("/", (context) => context.html(logInForm(context)));

  pages.post("/", async (context) => {
    const [email, password] = [await formField(context, "email"), await formField(context, "password")];
    const network = networkOf(clientAddress(context, settings));
    const known = knownBrowserOf(context, backend, await findAccounts(database, email));
    const counters = await findLogInCounters(database, email, network, known);
    const secondsToWait = await countLogIn(database, counters);
    if (secondsToWait !== undefined) {
      await countRefusedLogIn(database, email, network);
      context.header("Retry-After", String(secondsToWait));
      const minutes = Math.ceil(secondsToWait / 60);
      const wait = minutes === 1 ? "Please wait a minute" : `Please wait ${minutes} minutes`;
      return context.html(logInForm(context, email, `${wait}, and try again.`), 429);
    }
    const accounts = await accountsWith(backend.database, email, password);
    if (accounts.length === 0) {
      await countRefusedLogIn(database, email, network);
      return context.html(logInForm(context, email, "The email or the password is wrong."), 400);
    }
    await forgiveLogIn(database, counters);
    const usable = accounts.flatMap(({ id, obstacle }) => (obstacle === undefined ? id : []));
    if (usable.length === 0) {
      await countRefusedLogIn(database, email, network);
      return context.html(logInForm(context, email, accounts[0]?.obstacle), 400);
    }
    rememberBrowser(context, backend, usable);
    await logIn(context, backend, usable, "/oauth2/authorize/log-in");
    return context.redirect(pageUrl(context), 303);
  });

  return pages;
}

/** The form for email and password, with the problem of the last attempt. */
export function logInForm(context: AuthorizeContext, email = "", problem?: string): Html {
  const { request } = context.var;
  return page(
    "Log in",
    html`
      <p>Log in to connect <strong>${request.app.name}</strong> to your account.</p>
      <form method="post" action="${pageUrl(context, "/log-in")}">
        ${tokenField(context)} ${problemLine(problem)}
        ${inputField({ label: "Email", name: "email", type: "email", value: email, autocomplete: "username", isFocused: email === "" })}
        ${inputField({ label: "Password", name: "password", type: "password", autocomplete: "current-password", isFocused: email !== "" })}
        <div class="buttons"><button>Log in</button></div>
      </form>
      <nav>
        ${offersSignUp(request) ? html`<a href="${pageUrl(context, "/sign-up")}">Sign up</a>` : ""}
        <form method="post" action="${pageUrl(context)}">
          ${tokenField(context)}<button name="decision" value="deny" class="link">Cancel</button>
        </form>
      </nav>
    `,
  );
}
