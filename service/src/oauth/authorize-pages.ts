import { Hono } from "hono";
import { nameActor, recordEvent, type Actor } from "../access/audit.js";
import type { Person } from "../accounts/account.js";
import type { Backend } from "../backend.js";
import { clientAddress } from "../pages/client.js";
import { confirmIdentity, identityQuestion, recently } from "../pages/confirm-identity.js";
import { formField, ownFormsOnly } from "../pages/forms.js";
import { problemPage } from "../pages/layout.js";
import { passkeysUrl } from "../pages/passkey-form.js";
import { protection } from "../pages/protection.js";
import { findLogIn, findLoggedIn, hasRecentLogIn, logOut, withSession } from "../pages/session.js";
import { approve, hasApproved, isIdentified, obstacle } from "./approval.js";
import {
  answerUrl,
  AuthorizationError,
  type AuthorizationRequest,
  type AuthorizeContext,
  type AuthorizeEnvironment,
  pageUrl,
  withRequest,
} from "./authorization-request.js";
import { codePage, consentPage } from "./consent-page.js";
import { logInForm, logInPage } from "./log-in-page.js";
import { resolveIssuer } from "./metadata.js";
import { signUpPage } from "./sign-up-page.js";

/** The path of the pages in the audit trail. */
const path = "/oauth2/authorize";

/** Returns the pages where users authorize apps: consent, log-in and sign-up. */
export function authorizePages(backend: Backend): Hono<AuthorizeEnvironment> {
  const { database, clock, settings } = backend;
  const pages = new Hono<AuthorizeEnvironment>();
  pages.use(protection, withSession(backend), ownFormsOnly(backend), withRequest(backend));
  pages.onError((thrown, context) => {
    if (thrown instanceof AuthorizationError) {
      return refuseAuthorization(context, thrown, issuer(context));
    }
    throw thrown;
  });

  pages.get("/", async (context) => {
    const people = await findLoggedInPeople(context);
    const [person] = people;
    if (person === undefined) {
      return context.html(logInForm(context));
    }
    if (people.length === 1 && isIncomplete(context.var.request, person)) {
      return context.redirect(passkeysUrl(person, pageUrl(context)), 303);
    }
    if (people.length > 1 || !(await canSkip(context, person))) {
      return context.html(consentPage(context, people));
    }
    const { maxAge } = context.var.request;
    if (maxAge === undefined || (await hasRecentLogIn(context, backend, person.id, maxAge))) {
      return answer(context, person);
    }
    const fields = { decision: "allow", account: person.id };
    return context.html(await identityQuestion(context, backend, person, { action: pageUrl(context), fields }));
  });

  pages.post("/", async (context) => {
    const [decision, account] = [await formField(context, "decision"), await formField(context, "account")];
    if (decision !== "allow") {
      const { key } = context.var.request.app;
      const person = (await findLoggedInPeople(context)).find(({ id }) => id === account);
      const event = { subject: key, ...(person && { account: person.id }) };
      await recordEvent(database, "consent refused", actor(context, person), event);
      throw new AuthorizationError("access_denied", "The user denied the request.", context.var.request.target);
    }
    const person = (await findLoggedInPeople(context)).find(({ id }) => id === account);
    if (person === undefined) {
      return context.redirect(pageUrl(context), 303);
    }
    if (isIncomplete(context.var.request, person)) {
      return context.redirect(passkeysUrl(person, pageUrl(context)), 303);
    }
    const maxAge = longestAge(context.var.request);
    if (maxAge !== undefined && obstacle(context.var.request, person) === undefined) {
      const question = await confirmIdentity(context, backend, person, { action: pageUrl(context), path, maxAge });
      if (question !== undefined) {
        return context.html(question.html, question.status);
      }
    }
    return answer(context, person);
  });

  pages.route("/log-in", logInPage(backend));
  pages.route("/sign-up", signUpPage(backend));
  pages.post("/log-out", async (context) => {
    await logOut(context, backend, path);
    return context.redirect(pageUrl(context), 303);
  });

  function actor(context: AuthorizeContext, person: Person | undefined): Actor {
    const { key: app } = context.var.request.app;
    return { account: person?.id, app, through: path, address: clientAddress(context, settings) };
  }

  function issuer({ req }: AuthorizeContext): string {
    return resolveIssuer(settings, req.url);
  }

  async function findLoggedInPeople({ var: { session } }: AuthorizeContext): Promise<Person[]> {
    return findLoggedIn(database, session, await clock.now(database));
  }

  /** Returns whether a user is not asked again because they have approved the app before (B-069). */
  async function canSkip({ var: { request } }: AuthorizeContext, person: Person): Promise<boolean> {
    // Anyone who sees the redirect can use its token, so the user must consent each time (RFC 9700, section 2.1.2).
    const { redirectUri, flow } = request.target;
    const isWelcome = !request.forceReapprove && redirectUri !== undefined && flow === "code" && isIdentified(request);
    return isWelcome && obstacle(request, person) === undefined && hasApproved(database, request, person);
  }

  async function answer(context: AuthorizeContext, person: Person): Promise<Response> {
    const { request, session } = context.var;
    const parameters = await database.transaction(async (queries) => {
      await nameActor(queries, actor(context, person));
      const loginId = await findLogIn(queries, session, person.id);
      return approve(queries, request, { person, loginId }, await clock.now(queries));
    });
    const { redirectUri } = request.target;
    return redirectUri === undefined
      ? context.html(codePage(request.app, parameters["code"] ?? ""))
      : context.redirect(answerUrl(redirectUri, request.target, { ...parameters, iss: issuer(context) }), 303);
  }

  return pages;
}

/** Returns whether a user must add a passkey before connecting the app. */
function isIncomplete({ app }: AuthorizationRequest, { needs_passkey }: Person): boolean {
  return app.kind === "team" && needs_passkey;
}

/**
 * How long ago the user who consents may have logged in, in seconds; undefined for any time. Apps of teams can do so much that
 * it must be recent.
 */
function longestAge({ app, maxAge }: AuthorizationRequest): number | undefined {
  return app.kind === "team" ? Math.min(recently, maxAge ?? recently) : maxAge;
}

/** Sends the error to the app (B-073), or shows it to the user if the app or its URL is unknown. */
function refuseAuthorization(
  context: AuthorizeContext,
  { code, message, target }: AuthorizationError,
  iss: string,
): Response | Promise<Response> {
  const { redirectUri } = target ?? {};
  if (target !== undefined && redirectUri !== undefined) {
    return context.redirect(answerUrl(redirectUri, target, { error: code, error_description: message, iss }), 303);
  }
  return code === "access_denied"
    ? context.html(problemPage("Access was not granted", `${message} You can close this page.`))
    : context.html(problemPage("This app cannot be connected", `${message} (${code})`), 400);
}
