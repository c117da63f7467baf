import { Hono } from "hono";
import { accountsWith } from "../accounts/log-in.js";
import type { Person } from "../accounts/person.js";
import { signUp } from "../accounts/sign-up.js";
import type { Backend } from "../backend.js";
import { formField, ownFormsOnly } from "../pages/forms.js";
import { problemPage } from "../pages/layout.js";
import { protection } from "../pages/protection.js";
import { loggedIn, logIn, logOut, withSession, type PageContext, type PageEnvironment } from "../pages/session.js";
import { AuthorizationError, answerUrl } from "./answer.js";
import { approve, hasApproved, obstacle } from "./approval.js";
import { clientOf, readRequest, type AuthorizationRequest } from "./authorization-request.js";
import { codePage, consentPage } from "./consent-page.js";
import { logInPage, offersSignUp, signUpPage } from "./log-in-pages.js";
import { findApp } from "./registered-app.js";

/** The pages on which people let apps in. What an app asks for stays in the query of all of them. */
export function authorizePages(backend: Backend): Hono<PageEnvironment> {
  const { database, clock } = backend;
  const pages = new Hono<PageEnvironment>();
  pages.use(protection, withSession(backend), ownFormsOnly);
  pages.onError((thrown, context) => {
    if (thrown instanceof AuthorizationError) {
      return refused(context, thrown);
    }
    throw thrown;
  });

  pages.get("/", async (context) => {
    const request = await requestOf(context);
    const people = await peopleOf(context);
    const [person] = people;
    if (person === undefined) {
      return context.html(logInPage(context, request));
    }
    return people.length === 1 && (await canSkip(request, person))
      ? answer(context, request, person)
      : context.html(consentPage(context, request, people));
  });

  pages.post("/", async (context) => {
    const request = await requestOf(context);
    const [decision, account] = [await formField(context, "decision"), await formField(context, "account")];
    if (decision !== "allow") {
      throw new AuthorizationError("access_denied", "The person has said no.", request.target);
    }
    const person = (await peopleOf(context)).find(({ id }) => id === account);
    return person === undefined ? context.redirect(pageUrl(context), 303) : answer(context, request, person);
  });

  pages.get("/log-in", async (context) => context.html(logInPage(context, await requestOf(context))));

  pages.post("/log-in", async (context) => {
    const request = await requestOf(context);
    const email = await formField(context, "email");
    const accounts = await accountsWith(database, email, await formField(context, "password"));
    if (accounts.length === 0) {
      return context.html(logInPage(context, request, { email, problem: "The email or the password is wrong." }), 400);
    }
    await logIn(context, backend, accounts);
    return context.redirect(pageUrl(context), 303);
  });

  pages.get("/sign-up", async (context) => {
    const request = await requestOf(context);
    return offersSignUp(request)
      ? context.html(signUpPage(context, request))
      : context.redirect(pageUrl(context, "/log-in"), 303);
  });

  pages.post("/sign-up", async (context) => {
    const request = await requestOf(context);
    if (!offersSignUp(request)) {
      return context.redirect(pageUrl(context, "/log-in"), 303);
    }
    const entered = {
      email: await formField(context, "email"),
      givenName: await formField(context, "given_name"),
      surname: await formField(context, "surname"),
      password: await formField(context, "password"),
    };
    const outcome = await signUp(backend, entered);
    if (typeof outcome === "string") {
      return context.html(signUpPage(context, request, { ...entered, problem: outcome }), 400);
    }
    await logIn(context, backend, [outcome.id]);
    return context.redirect(pageUrl(context), 303);
  });

  pages.post("/log-out", async (context) => {
    await logOut(context, backend);
    return context.redirect(pageUrl(context), 303);
  });

  async function requestOf(context: PageContext): Promise<AuthorizationRequest> {
    const query = queryOf(context).slice(1);
    const app = await findApp(database, clientOf(query));
    if (app === undefined) {
      throw new AuthorizationError("invalid_request", "There is no app with this client_id.");
    }
    return readRequest(query, app);
  }

  async function peopleOf({ var: { session } }: PageContext): Promise<Person[]> {
    return loggedIn(database, session, await clock.now(database));
  }

  /** Whether somebody who has approved the app before need not be asked again (B-069). */
  async function canSkip(request: AuthorizationRequest, person: Person): Promise<boolean> {
    const isWelcome = !request.forceReapprove && request.target.redirectUri !== undefined;
    return isWelcome && obstacle(request, person) === undefined && hasApproved(database, request, person);
  }

  async function answer(context: PageContext, request: AuthorizationRequest, person: Person): Promise<Response> {
    const parameters = await database.transaction(async (queries) =>
      approve(queries, request, person, await clock.now(queries)),
    );
    const { redirectUri } = request.target;
    return redirectUri === undefined
      ? context.html(codePage(request.app, parameters["code"] ?? ""))
      : context.redirect(answerUrl(redirectUri, request.target, parameters), 303);
  }

  return pages;
}

/** Tells the app that it gets nothing (B-073), or the person, if nobody knows which app it is or where it is. */
function refused(context: PageContext, { code, message, target }: AuthorizationError): Response | Promise<Response> {
  const { redirectUri } = target ?? {};
  if (target !== undefined && redirectUri !== undefined) {
    return context.redirect(answerUrl(redirectUri, target, { error: code, error_description: message }), 303);
  }
  return code === "access_denied"
    ? context.html(problemPage("The app has no access", `${message} You can close this page.`))
    : context.html(problemPage("This app cannot be let in", `${message} (${code})`), 400);
}

/** The URL of one of these pages, for what the app asks for. */
function pageUrl(context: PageContext, name = ""): string {
  return `/oauth2/authorize${name}${queryOf(context)}`;
}

function queryOf({ req }: PageContext): string {
  return new URL(req.url).search;
}
