import { html } from "hono/html";
import { inputField, problemLine, tokenField } from "../pages/forms.js";
import { page, type Html } from "../pages/layout.js";
import type { PageContext } from "../pages/session.js";

/** Returns the form to log in to one's account, with the problem of the previous attempt. */
export function logInForm(context: PageContext, email = "", problem?: string): Html {
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
