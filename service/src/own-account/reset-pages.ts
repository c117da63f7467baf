import { Hono } from "hono";
import { html } from "hono/html";
import { countReset, networkOf } from "../access/rate-limits.js";
import { findReset, requestReset, resetPassword } from "../accounts/password-reset.js";
import { problemWithPassword } from "../accounts/password.js";
import type { Backend } from "../backend.js";
import { clientAddress } from "../pages/client.js";
import { formField, inputField, newPasswordField, problemLine, tokenField } from "../pages/forms.js";
import { type Html, page, problemPage, waitText } from "../pages/layout.js";
import type { PageContext, PageEnvironment } from "../pages/session.js";

/** Returns the pages where users who have forgotten their password request a link, and choose a new password with it. */
export function resetPages(backend: Backend): Hono<PageEnvironment> {
  const { database, clock, settings } = backend;
  const pages = new Hono<PageEnvironment>();

  pages.get("/", (context) => context.html(settings.mail === undefined ? withoutMail() : requestForm(context)));

  pages.post("/", async (context) => {
    if (settings.mail === undefined) {
      return context.html(withoutMail());
    }
    const secondsToWait = await countReset(database, networkOf(clientAddress(context, settings)));
    if (secondsToWait !== undefined) {
      context.header("Retry-After", String(secondsToWait));
      return context.html(
        requestForm(context, `Too many links have been requested from your network. ${waitText(secondsToWait)}`),
        429,
      );
    }
    await requestReset(database, await formField(context, "email"), await clock.now(database), true);
    // The same for every address, so as not to reveal which addresses have accounts.
    const text = "If there is an account with this email, a link is on its way. It is valid for 30 minutes.";
    return context.html(problemPage("Check your mail", text));
  });

  pages.get("/:link", async (context) => {
    const reset = await findReset(backend, context.req.param("link"));
    return reset === undefined
      ? context.html(invalidLinkPage(), 404)
      : context.html(passwordForm(context, reset.email));
  });

  pages.post("/:link", async (context) => {
    const reset = await findReset(backend, context.req.param("link"));
    const password = await formField(context, "password");
    const problem = reset && (await problemWithPassword(settings, password, reset.email));
    if (reset !== undefined && problem !== undefined) {
      return context.html(passwordForm(context, reset.email, problem), 400);
    }
    const actor = { through: "/account/reset", address: clientAddress(context, settings) };
    if (reset === undefined || !(await resetPassword(backend, reset.id, password, actor))) {
      return context.html(invalidLinkPage(), 404);
    }
    return context.html(
      page(
        "Password changed",
        html`<p>You are logged out everywhere. Log in with the new password.</p>
          <nav><a href="/account">Log in</a></nav>`,
      ),
    );
  });

  return pages;
}

function requestForm(context: PageContext, problem?: string): Html {
  return page(
    "Forgot your password?",
    html`
      <p>Enter the email of your account. You will get a link with which you can choose a new password.</p>
      <form method="post" action="/account/reset">
        ${tokenField(context)} ${problemLine(problem)}
        ${inputField({ label: "Email", name: "email", type: "email", autocomplete: "username", isFocused: true })}
        <div class="buttons"><button>Send the link</button></div>
      </form>
      <nav><a href="/account">Log in instead</a></nav>
    `,
  );
}

function passwordForm(context: PageContext, email: string, problem?: string): Html {
  return page(
    "Choose a new password",
    html`
      <p>For ${email}</p>
      <form method="post">
        ${tokenField(context)} ${problemLine(problem)} ${newPasswordField("New password")}
        <div class="buttons"><button>Set the password</button></div>
      </form>
    `,
  );
}

function withoutMail(): Html {
  return problemPage(
    "Forgot your password?",
    "This service does not send email. Ask the person who operates it: they can create a link for your address.",
  );
}

function invalidLinkPage(): Html {
  return page(
    "This link is no longer valid",
    html`<p>It has been used, is older than 30 minutes, or is incomplete. Copy the whole link, or request a new one.</p>
      <nav><a href="/account/reset">Request a new link</a></nav>`,
  );
}
