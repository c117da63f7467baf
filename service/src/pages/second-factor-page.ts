import { Hono, type Context } from "hono";
import { html } from "hono/html";
import type { Backend } from "../backend.js";
import { rememberBrowser } from "./cookies.js";
import { problemLine } from "./forms.js";
import { checkFactor, factorForms } from "./identity-proof.js";
import { page } from "./layout.js";
import { findPendingLogIns, logIn, type PageEnvironment } from "./session.js";

/** The URLs of a page that asks for the second factor. */
interface FactorUrls<Environment extends PageEnvironment> {
  /** The path, for the audit trail. */
  readonly path: string;
  /** The page itself. */
  readonly action: (context: Context<Environment>) => string;
  /** The page after the log-in; without a password it asks for one. */
  readonly next: (context: Context<Environment>) => string;
}

/** Returns the page of a log-in that comes after the password, for people who have a passkey. */
export function secondFactorPage<Environment extends PageEnvironment>(
  backend: Backend,
  { path, action, next }: FactorUrls<Environment>,
): Hono<Environment> {
  const { database, clock } = backend;
  const pages = new Hono<Environment>();

  pages.on(["GET", "POST"], "/", async (context) => {
    const people = await findPendingLogIns(database, context.var.session, await clock.now(database));
    if (people.length === 0) {
      return context.redirect(next(context), 303);
    }
    const checked = context.req.method === "POST" ? await checkFactor(context, backend, people, path) : undefined;
    if (checked !== undefined && "account" in checked) {
      rememberBrowser(context, backend, [checked.account]);
      await logIn(context, backend, [checked.account], path);
      return context.redirect(next(context), 303);
    }
    const forms = await factorForms(context, backend, people, { action: action(context) });
    return context.html(
      page(
        "Confirm that it is you",
        html`
          <p>Log in to ${people[0]?.email} with your passkey.</p>
          ${problemLine(checked?.problem)} ${forms}
        `,
      ),
      checked?.status ?? 200,
    );
  });

  return pages;
}
