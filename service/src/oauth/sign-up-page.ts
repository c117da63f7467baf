import { Hono } from "hono";
import { html } from "hono/html";
import { countSignUp, networkOf } from "../access/rate-limits.js";
import { mailSignUp, type SignUp, signUp } from "../accounts/sign-up.js";
import type { Backend } from "../backend.js";
import { clientAddress } from "../pages/client.js";
import { formField, inputField, newPasswordField, problemLine, tokenField } from "../pages/forms.js";
import { type Html, page, problemPage, waitText } from "../pages/layout.js";
import { logIn } from "../pages/session.js";
import {
  type AuthorizationRequest,
  type AuthorizeContext,
  type AuthorizeEnvironment,
  pageUrl,
} from "./authorization-request.js";

const path = "/oauth2/authorize/sign-up";

/** Returns whether users can sign up here. New accounts are personal; the app may need another kind, or disable it (B-070). */
export function offersSignUp({ app, requireRole, disableSignup }: AuthorizationRequest): boolean {
  return !disableSignup && app.kind === "user" && requireRole !== "work";
}

/** Returns the page where a user creates a personal account. */
export function signUpPage(backend: Backend): Hono<AuthorizeEnvironment> {
  const { database, settings } = backend;
  const pages = new Hono<AuthorizeEnvironment>();

  pages.use(async (context, next) =>
    offersSignUp(context.var.request) ? next() : context.redirect(pageUrl(context, "/log-in"), 303),
  );

  pages.get("/", (context) => context.html(signUpForm(context)));

  pages.post("/", async (context) => {
    const entered = {
      email: await formField(context, "email"),
      givenName: await formField(context, "given_name"),
      surname: await formField(context, "surname"),
      password: await formField(context, "password"),
    };
    const address = clientAddress(context, settings);
    const secondsToWait = await countSignUp(database, settings, networkOf(address));
    if (secondsToWait !== undefined) {
      context.header("Retry-After", String(secondsToWait));
      const problem = `Too many accounts have been created from your network. ${waitText(secondsToWait)}`;
      return context.html(signUpForm(context, entered, problem), 429);
    }
    if (settings.mail !== undefined) {
      const problem = await mailSignUp(backend, entered, pageUrl(context));
      return problem === undefined
        ? context.html(problemPage("Check your mail", "Open the link in the mail to continue. It is valid for a day."))
        : context.html(signUpForm(context, entered, problem), 400);
    }
    const outcome = await signUp(backend, entered, { through: path, address });
    if (typeof outcome === "string") {
      return context.html(signUpForm(context, entered, outcome), 400);
    }
    await logIn(context, backend, [outcome.id], path);
    return context.redirect(pageUrl(context), 303);
  });

  return pages;
}

function signUpForm(
  context: AuthorizeContext,
  { email, givenName, surname }: Partial<SignUp> = {},
  problem?: string,
): Html {
  return page(
    "Sign up",
    html`
      <p>
        Create a personal account to connect with <strong><bdi>${context.var.request.app.name}</bdi></strong
        >.
      </p>
      <form method="post" action="${pageUrl(context, "/sign-up")}">
        ${tokenField(context)} ${problemLine(problem)}
        ${inputField({ label: "Given name", name: "given_name", value: givenName, autocomplete: "given-name" })}
        ${inputField({ label: "Surname", name: "surname", value: surname, autocomplete: "family-name" })}
        ${inputField({ label: "Email", name: "email", type: "email", value: email, autocomplete: "username" })}
        ${newPasswordField()}
        <div class="buttons"><button>Sign up</button></div>
      </form>
      <nav><a href="${pageUrl(context, "/log-in")}">Log in instead</a></nav>
    `,
  );
}
