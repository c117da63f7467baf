import { Hono } from "hono";
import type { Backend } from "../backend.js";
import { attemptLogIn } from "../pages/attempt-log-in.js";
import { formField, ownFormsOnly } from "../pages/forms.js";
import { protection } from "../pages/protection.js";
import { findLoggedIn, logOut, withSession, type PageEnvironment } from "../pages/session.js";
import { logInForm } from "./log-in-form.js";
import { overviewPage } from "./overview-page.js";
import { passwordPage } from "./password-page.js";
import { resetPages } from "./reset-pages.js";

/** The pages where people see and secure their own accounts. */
export function accountPages(backend: Backend): Hono<PageEnvironment> {
  const { database, clock } = backend;
  const pages = new Hono<PageEnvironment>();
  pages.use(protection, withSession(backend), ownFormsOnly);

  pages.get("/", async (context) => {
    const people = await findLoggedIn(database, context.var.session, await clock.now(database));
    return context.html(people.length === 0 ? logInForm(context) : await overviewPage(context, backend, people));
  });

  pages.post("/log-in", async (context) => {
    const [email, password] = [await formField(context, "email"), await formField(context, "password")];
    const refused = await attemptLogIn(context, backend, { email, password }, "/account/log-in");
    return refused === undefined
      ? context.redirect("/account", 303)
      : context.html(logInForm(context, email, refused.problem), refused.status);
  });

  pages.post("/log-out", async (context) => {
    await logOut(context, backend, "/account/log-out");
    return context.redirect("/account", 303);
  });

  pages.route("/password", passwordPage(backend));
  pages.route("/reset", resetPages(backend));
  return pages;
}
