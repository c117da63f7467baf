import { Hono } from "hono";
import { html } from "hono/html";
import type { Backend } from "../backend.js";
import { attemptLogIn } from "../pages/attempt-log-in.js";
import { formField, inputField, problemLine, tokenField } from "../pages/forms.js";
import { page, type Html } from "../pages/layout.js";
import { secondFactorPage } from "../pages/second-factor-page.js";
import { pageUrl, type AuthorizeContext, type AuthorizeEnvironment } from "./authorization-request.js";
import { offersSignUp } from "./sign-up-page.js";

const path = "/oauth2/authorize/log-in";

/** Returns the pages on which users log in to connect an app, also to another account than the one they are logged in to. */
export function logInPage(backend: Backend): Hono<AuthorizeEnvironment> {
  const pages = new Hono<AuthorizeEnvironment>();

  pages.get("/", (context) => context.html(logInForm(context)));

  pages.post("/", async (context) => {
    const [email, password] = [await formField(context, "email"), await formField(context, "password")];
    const outcome = await attemptLogIn(context, backend, { email, password }, path);
    if (typeof outcome === "object") {
      return context.html(logInForm(context, email, outcome.problem), outcome.status);
    }
    return context.redirect(pageUrl(context, outcome === "passkey" ? "/log-in/passkey" : ""), 303);
  });

  pages.route(
    "/passkey",
    secondFactorPage<AuthorizeEnvironment>(backend, {
      path: `${path}/passkey`,
      action: (context) => pageUrl(context, "/log-in/passkey"),
      next: (context) => pageUrl(context),
    }),
  );

  return pages;
}

/** Returns the form for email and password, with the problem of the previous attempt, if there was one. */
export function logInForm(context: AuthorizeContext, email = "", problem?: string): Html {
  const { request } = context.var;
  return page(
    "Log in",
    html`
      <p>
        Log in to connect <strong><bdi>${request.app.name}</bdi></strong> to your account.
      </p>
      <form method="post" action="${pageUrl(context, "/log-in")}">
        ${tokenField(context)} ${problemLine(problem)}
        ${inputField({ label: "Email", name: "email", type: "email", value: email, autocomplete: "username", isFocused: email === "" })}
        ${inputField({ label: "Password", name: "password", type: "password", autocomplete: "current-password", isFocused: email !== "" })}
        <div class="buttons"><button>Log in</button></div>
      </form>
      <nav>
        <a href="/account/reset">Forgot your password?</a>
        ${offersSignUp(request) ? html`<a href="${pageUrl(context, "/sign-up")}">Sign up</a>` : ""}
        <form method="post" action="${pageUrl(context)}">
          ${tokenField(context)}<button name="decision" value="deny" class="link">Cancel</button>
        </form>
      </nav>
    `,
  );
}
