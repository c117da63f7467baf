import { html } from "hono/html";
import { newPasswordField, problemLine, tokenField } from "../pages/forms.js";
import { page, type Html } from "../pages/layout.js";
import type { PageContext } from "../pages/session.js";
import type { AuthorizationRequest } from "./authorization-request.js";

/** What somebody has entered to no avail, and why. */
export interface Attempt {
  readonly problem?: string;
  readonly email?: string;
  readonly givenName?: string;
  readonly surname?: string;
}

/** Whether people are offered an account: a new one is personal, which may be of no use (B-070). */
export function offersSignUp({ app, requireRole, disableSignup }: AuthorizationRequest): boolean {
  return !disableSignup && app.kind === "user" && requireRole !== "work";
}

/** Asks for email and password. */
export function logInPage(context: PageContext, request: AuthorizationRequest, attempt: Attempt = {}): Html {
  const query = new URL(context.req.url).search;
  return page(
    "Log in",
    html`
      <p>To connect <strong>${request.app.name}</strong> with your account.</p>
      <form method="post" action="/oauth2/authorize/log-in${query}">
        ${tokenField(context)} ${problemLine(attempt.problem)}
        <label
          >Email
          <input type="email" name="email" value="${attempt.email ?? ""}" autocomplete="username" required autofocus
        /></label>
        <label>Password <input type="password" name="password" autocomplete="current-password" required /></label>
        <div class="buttons"><button>Log in</button></div>
      </form>
      <nav>
        ${offersSignUp(request) ? html`<a href="/oauth2/authorize/sign-up${query}">Sign up</a>` : ""}
        <form method="post" action="/oauth2/authorize${query}">
          ${tokenField(context)}<button name="decision" value="deny" class="link">Cancel</button>
        </form>
      </nav>
    `,
  );
}

/** Asks for what a new personal account needs. */
export function signUpPage(context: PageContext, request: AuthorizationRequest, attempt: Attempt = {}): Html {
  const query = new URL(context.req.url).search;
  return page(
    "Sign up",
    html`
      <p>For an account of your own, to connect with <strong>${request.app.name}</strong>.</p>
      <form method="post" action="/oauth2/authorize/sign-up${query}">
        ${tokenField(context)} ${problemLine(attempt.problem)}
        <label
          >Given name
          <input name="given_name" value="${attempt.givenName ?? ""}" autocomplete="given-name" required autofocus
        /></label>
        <label
          >Surname <input name="surname" value="${attempt.surname ?? ""}" autocomplete="family-name" required
        /></label>
        <label
          >Email <input type="email" name="email" value="${attempt.email ?? ""}" autocomplete="username" required
        /></label>
        ${newPasswordField()}
        <div class="buttons"><button>Sign up</button></div>
      </form>
      <nav><a href="/oauth2/authorize/log-in${query}">Log in instead</a></nav>
    `,
  );
}
