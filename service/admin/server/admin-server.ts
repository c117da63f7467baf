import { randomBytes } from "node:crypto";
import { serveStatic } from "@hono/node-server/serve-static";
import { createClient } from "cloud-storage-api";
import {
  authorizationUrl,
  createPkce,
  createState,
  exchangeCode,
  OAuthError,
  readCodeRedirect,
} from "cloud-storage-api/oauth";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { secureHeaders } from "hono/secure-headers";
import { listRoutes } from "./lists/list-routes.js";
import { SessionLists } from "./lists/team-lists.js";
import { Seal } from "./seal.js";
import { type Administrator, forwardCall, inspectToken, retryPolicy, revokeToken } from "./service-calls.js";

/** The settings of the console's server. */
export interface AdminSettings {
  /** The URL of the service. */
  readonly serviceUrl: string;
  /** The public URL of this server. */
  readonly url: string;
  /** The key and secret of the console's team app. */
  readonly appKey: string;
  readonly appSecret: string;
  /** The folder of the built page. */
  readonly pageFolder: string;
  /**
   * The number of rows of lists that are kept in memory for each session; 10,000 by default. Longer lists are read page by
   * page.
   */
  readonly maxRows?: number;
  /** Called with the reason when a log-in or log-out fails; users only see a {@link LogInProblem}. */
  readonly onError?: (error: unknown) => void;
}

/**
 * The reason why a log-in failed, in the parameter `problem` of the page. The page has a sentence for each reason and shows
 * nothing else, because anyone can write a URL.
 *
 * - `expired`: the log-in was not started in this browser, or took longer than ten minutes.
 * - `denied`: the administrator denied access.
 * - `refused`: the service does not allow this app to manage the team.
 * - `unreachable`: the service did not respond.
 * - `busy`: the service failed, or received too many requests.
 * - `failed`: anything else.
 */
export type LogInProblem = "expired" | "denied" | "refused" | "unreachable" | "busy" | "failed";

/** A pending log-in: the values that the response must match. */
interface LogIn {
  readonly state: string;
  readonly codeVerifier: string;
  /** Whether a logged-in administrator confirms their identity. */
  readonly isConfirmation: boolean;
}

/** An administrator who has granted access. */
interface Granted {
  readonly teamToken: string;
  /** The key that the page sends with its calls, in addition to the cookie. */
  readonly key: string;
  /** The administrator; undefined if the service does not identify them. */
  readonly administrator: Administrator | undefined;
}

/** The query of the first page of members. */
const firstPage = { search: "", sort: "", isDescending: false, page: 1, filters: {} } as const;

// The ports of a host share cookies, and the service may be on the same host, so these names must differ from the service's.
const cookieNames = { logIn: "admin-log-in", session: "admin-session" };

const minute = 60_000;

/** How long ago administrators may have logged in or confirmed their identity before a sensitive action, in milliseconds. */
const recently = 10 * minute;

/**
 * How long an action that was begun after a confirmation may take, in milliseconds: an action on many members consists of many
 * calls.
 */
const longestAction = 60 * minute;

/** The routes that are only called after a confirmation (OPS-11). New members can be administrators. */
const sensitiveRoutes: ReadonlySet<string> = new Set([
  "/2/team/members/add",
  "/2/team/members/remove",
  "/2/team/members/set_admin_permissions",
  "/2/team/devices/revoke_device_session_batch",
]);

/** How long administrators stay logged in, in milliseconds. Tokens of the console should expire after the same time. */
const sessionLifetime = 8 * 60 * minute;

/** The headers that restrict the page: it only loads its own files, cannot be framed, and only calls its own server. */
const pageHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", "data:"],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  xFrameOptions: "DENY",
  strictTransportSecurity: "max-age=31536000; includeSubDomains",
});

/**
 * Serves the page, logs administrators in, and forwards the calls of the page. A team token allows everything, so it never
 * leaves this server unencrypted: it is in a sealed cookie, and the page calls with a key that is useless elsewhere. A session
 * ends when its administrator logs out, when the service no longer accepts its token, and after eight hours.
 */
export function adminServer(settings: AdminSettings): Hono {
  const { serviceUrl, url, appKey, appSecret, pageFolder, maxRows, onError = () => undefined } = settings;
  const client = { serviceUrl, appKey, appSecret };
  // Separate from sessions, because any page can make a browser start a log-in here, which must not end a session.
  const logIns = new Seal<LogIn>(appSecret, "log-in", 10 * minute);
  const sessions = new Seal<Granted>(appSecret, "session", sessionLifetime);
  const confirmations = new Seal<{ readonly key: string }>(appSecret, "confirmation", longestAction);
  const lists = new SessionLists(
    (token) => createClient({ hosts: serviceUrl, accessToken: token, retry: retryPolicy }).team,
    maxRows,
  );
  const secure = url.startsWith("https:");
  // Other hosts of the same domain and unencrypted pages cannot set cookies with this prefix.
  const prefix = secure ? "__Host-" : "";
  const [logInCookie, sessionCookie] = [`${prefix}${cookieNames.logIn}`, `${prefix}${cookieNames.session}`];
  const cookieOptions = { httpOnly: true, sameSite: "Lax", path: "/", secure } as const;
  const redirectUri = `${url}/callback`;
  const app = new Hono();
  app.use(pageHeaders, ownOriginOnly(url));

  const sessionOf = (context: Context): Granted | undefined => sessions.open(getCookie(context, sessionCookie));

  /** Returns the session of a call of the page, which has the cookie and the key. */
  const sessionOfCall = (context: Context): Granted | undefined => {
    const session = sessionOf(context);
    return context.req.header("Authorization") === `Bearer ${session?.key ?? ""}` ? session : undefined;
  };

  /**
   * Ends a session whose token the service rejects: it was revoked, or the administrator was removed, suspended or demoted.
   * The token is revoked in any case, because the administrator may get the role back.
   */
  const endSession = async (context: Context, session: Granted): Promise<void> => {
    deleteCookie(context, sessionCookie, cookieOptions);
    await endToken(session);
  };
  const endToken = async ({ teamToken }: Granted): Promise<void> => {
    lists.forget(teamToken);
    await revokeToken(client, teamToken).catch(onError);
  };

  const begin = async (context: Context, isConfirmation: boolean): Promise<Response> => {
    const [state, pkce] = [createState(), await createPkce()];
    const pending = { state, codeVerifier: pkce.codeVerifier, isConfirmation };
    setCookie(context, logInCookie, logIns.seal(pending), cookieOptions);
    const authorizeUrl = `${serviceUrl}/oauth2/authorize`;
    const target = authorizationUrl({
      authorizeUrl,
      clientId: appKey,
      redirectUri,
      state,
      codeChallenge: pkce.codeChallenge,
    });
    return context.redirect(isConfirmation ? `${target}&max_age=${recently / 1000}` : target);
  };

  app.get("/login", (context) => begin(context, false));
  app.get("/confirm", (context) => begin(context, true));

  app.get("/callback", async (context) => {
    const begun = logIns.open(getCookie(context, logInCookie));
    if (begun === undefined || begun.state !== context.req.query("state")) {
      return context.redirect(problemUrl("expired"));
    }
    deleteCookie(context, logInCookie, cookieOptions);
    try {
      const { code } = readCodeRedirect(context.req.url, { state: begun.state });
      const { access_token: teamToken } = await exchangeCode({
        tokenUrl: `${serviceUrl}/oauth2/token`,
        clientId: appKey,
        clientSecret: appSecret,
        code,
        redirectUri,
        codeVerifier: begun.codeVerifier,
      });
      const state = await inspectToken(client, teamToken).catch(() => undefined); // only for the greeting
      const replaced = sessionOf(context);
      if (replaced !== undefined) {
        await endToken(replaced);
      }
      // The same administrator continues on the page where the action was begun, which knows the key.
      const continues = begun.isConfirmation && isSame(state?.administrator, replaced?.administrator);
      const key = (continues ? replaced?.key : undefined) ?? randomBytes(32).toString("base64url");
      lists
        .of(teamToken)
        .page("members", "", firstPage, false)
        .catch(() => undefined); // preloaded while the page loads
      const session = { teamToken, key, administrator: state?.administrator };
      setCookie(context, sessionCookie, sessions.seal(session), { ...cookieOptions, maxAge: sessionLifetime / 1000 });
      return context.redirect(begun.isConfirmation ? "/?confirmed" : "/");
    } catch (thrown) {
      onError(thrown);
      return context.redirect(problemUrl(toLogInProblem(thrown)));
    }
  });

  app.get("/session", async (context) => {
    const session = sessionOf(context);
    context.header("Cache-Control", "no-store");
    // The session is kept if the service cannot be reached.
    const state = session && (await inspectToken(client, session.teamToken).catch(() => undefined));
    if (session === undefined || state?.isActive === false) {
      return context.json({ problem: "Not logged in." }, 401);
    }
    const administrator = state?.administrator ?? session.administrator;
    return context.json({ key: session.key, administrator, accountUrl: `${serviceUrl}/account` });
  });

  // Called before a sensitive action. The result is sent with each call of the action.
  app.post("/confirmation", async (context) => {
    const session = sessionOfCall(context);
    context.header("Cache-Control", "no-store");
    if (session === undefined) {
      return context.text("Not logged in.", 401);
    }
    const state = await inspectToken(client, session.teamToken).catch(() => undefined);
    if (state === undefined) {
      return context.text("The service cannot be reached.", 502);
    }
    if (!state.isActive) {
      await endSession(context, session);
      return context.text("Not logged in.", 401);
    }
    return Date.now() - (state.authenticated ?? 0) > recently
      ? context.text("The log-in is too long ago.", 403)
      : context.json({ confirmation: confirmations.seal({ key: session.key }) });
  });

  app.post("/logout", async (context) => {
    const session = sessionOf(context);
    deleteCookie(context, sessionCookie, cookieOptions);
    try {
      if (session !== undefined) {
        lists.forget(session.teamToken);
        await revokeToken(client, session.teamToken, { endsSession: true });
      }
      return context.body(null, 204);
    } catch (thrown) {
      onError(thrown);
      return context.text("You are logged out of the console, but the service could not be notified.", 502);
    }
  });

  // Only the API: other paths of the service are not for pages, and the test controls trust calls without an origin.
  app.post("/api/2/*", async (context) => {
    const session = sessionOfCall(context);
    if (session === undefined) {
      return context.text("Not logged in.", 401);
    }
    const path = new URL(context.req.url).pathname.slice("/api".length);
    if (sensitiveRoutes.has(path) && confirmations.open(context.req.header("Confirmation"))?.key !== session.key) {
      return context.text("Confirm your identity first.", 403);
    }
    const passed = await forwardCall(context.req.raw, `${serviceUrl}${path}`, session.teamToken);
    if (passed === undefined) {
      return context.text("The service cannot be reached.", 502);
    }
    const { answer, headers } = passed;
    if (answer.status === 401) {
      await endSession(context, session);
    }
    return context.newResponse(answer.body, answer.status as 200, headers);
  });

  const endRefusedSession: MiddlewareHandler = async (context, next) => {
    await next();
    context.header("Cache-Control", "no-store");
    const session = sessionOfCall(context);
    if (context.res.status === 401 && session !== undefined) {
      await endSession(context, session);
    }
  };
  app.use("/lists/*", endRefusedSession);
  app.route(
    "/lists",
    listRoutes((context) => {
      const session = sessionOfCall(context);
      return session && lists.of(session.teamToken);
    }),
  );
  app.use("/*", setCacheControl, serveStatic({ root: pageFolder }));
  return app;
}

/** The names of scripts and styles change with their contents. Other files must be revalidated, for example after an upgrade. */
const setCacheControl: MiddlewareHandler = async (context, next) => {
  await next();
  const isAsset = context.res.ok && context.req.path.startsWith("/assets/");
  context.header("Cache-Control", isAsset ? "public, max-age=31536000, immutable" : "no-cache");
};

/** Returns whether two sessions are of the same administrator, who is known. */
function isSame(one: Administrator | undefined, other: Administrator | undefined): boolean {
  return one !== undefined && one.email === other?.email;
}

/** Rejects requests from pages of other origins, including other ports of the same host, which share its cookies. */
function ownOriginOnly(url: string): MiddlewareHandler {
  const { origin: own } = new URL(url);
  return async (context, next) => {
    const origin = context.req.header("Origin");
    return context.req.method === "GET" || origin === undefined || origin === own
      ? next()
      : context.text("Only the console itself may call this.", 403);
  };
}

function toLogInProblem(thrown: unknown): LogInProblem {
  if (!(thrown instanceof OAuthError)) {
    return "failed";
  }
  const { status = 0 } = thrown;
  if (status === 429 || status >= 500) {
    return "busy";
  }
  if (thrown.reason === "refused") {
    return thrown.error === "access_denied" ? "denied" : "refused";
  }
  return thrown.reason === "network" ? "unreachable" : "failed";
}

/** Returns the URL of the page that shows a problem. */
function problemUrl(problem: LogInProblem): string {
  return `/?problem=${problem}`;
}
