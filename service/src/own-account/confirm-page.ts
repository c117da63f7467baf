import { Hono } from "hono";
import { html } from "hono/html";
import { confirmSignUp, readConfirmation } from "../accounts/sign-up.js";
import type { Backend } from "../backend.js";
import { clientAddress } from "../pages/client.js";
import { tokenField } from "../pages/forms.js";
import { page, type Html } from "../pages/layout.js";
import { logIn, type PageEnvironment } from "../pages/session.js";

const path = "/account/confirm";

/** Returns the page where users confirm the email with which they have signed up. */
export function confirmPage(backend: Backend): Hono<PageEnvironment> {
  const pages = new Hono<PageEnvironment>();

  pages.get("/:link", async (context) => {
    const link = await readConfirmation(backend, context.req.param("link"));
    return link === undefined
      ? context.html(isVoid(), 404)
      : context.html(
          page(
            "Confirm your email",
            html`<p>${link.email}</p>
              <form method="post">
                ${tokenField(context)}
                <div class="buttons"><button>Create the account</button></div>
              </form>`,
          ),
        );
  });

  pages.post("/:link", async (context) => {
    const link = await readConfirmation(backend, context.req.param("link"));
    const actor = { through: path, address: clientAddress(context, backend.settings) };
    const id = link && (await confirmSignUp(backend, link, actor));
    if (link === undefined || id === undefined) {
      return context.html(isVoid(), 404);
    }
    await logIn(context, backend, [id], path);
    return context.redirect(link.next, 303);
  });

  return pages;
}

function isVoid(): Html {
  return page(
    "This link is no longer valid",
    html`<p>
        It has been used, is older than a day, or is incomplete. Copy the whole link from the mail, log in, or sign up
        again.
      </p>
      <nav><a href="/account">Log in</a></nav>`,
  );
}
