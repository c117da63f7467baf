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
import { findAdministrator, type Administrator } from "./find-administrator.js";
import { listRoutes } from "./lists/list-routes.js";
import { TeamLists } from "./lists/team-lists.js";
import { forwardCall } from "./forward-call.js";
import { revokeToken } from "./revoke-token.js";
import { randomText, Sessions } from "./sessions.js";

/** What the server of the console is told. */
export interface AdminSettings {
  /** Where the service is. */
  readonly serviceUrl: string;
  /** Where this server is, as browsers see it. */
  readonly url: string;
  /** The app of teams as which it calls. */
  readonly appKey: string;
  readonly appSecret: string;
  /** The folder of the built page. */
  readonly pageFolder: string;
  /** Is told why a log-in or log-out failed; people get no more than a {@link LogInProblem}. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Why nobody is logged in, as the parameter `problem` of the page has it. The page has a sentence for each and shows
 * nothing else: text from a URL could be anybody's.
 *
 * - `expired`: the log-in was not begun in this browser, or took longer than ten minutes.
 * - `denied`: the administrator said no.
 * - `refused`: the service does not let this app have the team.
 * - `unreachable`: the service did not answer.
 * - `failed`: anything else.
 */
export type LogInProblem = "expired" | "denied" | "refused" | "unreachable" | "failed";

/** Somebody who is being asked for access, and what must come back with the answer. */
interface LogIn {
  readonly state: string;
  readonly codeVerifier: string;
}

/** An administrator who has granted access. */
interface Granted {
  readonly teamToken: string;
  /** What the page sends with its calls, besides the cookie. */
  readonly key: string;
  /** What the page searches, sorts and pages through. */
  readonly lists: TeamLists;
  /** Who is logged in; undefined if the service does not say. */
  readonly administrator: Administrator | undefined;
}

/** The page of a list of members that is shown first. */
const firstPage = { search: "", sort: "", isDescending: false, page: 1, filters: {} } as const;

// The service may have the same host, and cookies are sent to all ports of one: their names must not be the service's.
const logInCookie = "admin-log-in";
const sessionCookie = "admin-session";

const minute = 60_000;

/** The console loads its own files only, cannot be framed, and sends calls nowhere else. */
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
});

/**
 * Serves the page, logs administrators in, and passes on the calls of the page. The token of a team lets its bearer do
 * anything, so it never leaves this server: the page calls with a key that is worth nothing anywhere else. A session ends
 * when its administrator logs out, when the service no longer accepts its token, and after eight hours.
 */
export function adminServer(settings: AdminSettings): Hono {
  const { serviceUrl, url, appKey, appSecret, pageFolder, onError = () => undefined } = settings;
  const client = { serviceUrl, appKey, appSecret };
  // Apart from each other, as any page can send a browser here to log in: that must not end a session.
  const logIns = new Sessions<LogIn>(10 * minute);
  const sessions = new Sessions<Granted>(8 * 60 * minute, ({ teamToken }) => {
    void revokeToken(client, teamToken).catch(onError);
  });
  const cookieOptions = { httpOnly: true, sameSite: "Lax", path: "/", secure: url.startsWith("https:") } as const;
  const redirectUri = `${url}/callback`;
  const app = new Hono();
  app.use(pageHeaders, ownOriginOnly(url));

  /** The session of a call of the page, which has the cookie and the key. */
  const sessionOfCall = (context: Context): Granted | undefined => {
    const session = sessions.find(getCookie(context, sessionCookie));
    return context.req.header("Authorization") === `Bearer ${session?.key ?? ""}` ? session : undefined;
  };

  /** Ends a session whose token the service refuses: the administrator was removed, suspended or demoted, or it was revoked. */
  const endSession = (context: Context): void => {
    sessions.remove(getCookie(context, sessionCookie));
    deleteCookie(context, sessionCookie, cookieOptions);
  };

  app.get("/login", async (context) => {
    const [state, pkce] = [createState(), await createPkce()];
    setCookie(context, logInCookie, logIns.add({ state, codeVerifier: pkce.codeVerifier }), cookieOptions);
    const authorizeUrl = `${serviceUrl}/oauth2/authorize`;
    return context.redirect(
      authorizationUrl({ authorizeUrl, clientId: appKey, redirectUri, state, codeChallenge: pkce.codeChallenge }),
    );
  });

  app.get("/callback", async (context) => {
    const id = getCookie(context, logInCookie);
    const begun = logIns.find(id);
    if (begun === undefined || begun.state !== context.req.query("state")) {
      return context.redirect(problemUrl("expired"));
    }
    logIns.remove(id);
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
      const replaced = sessions.remove(getCookie(context, sessionCookie));
      if (replaced !== undefined) {
        await revokeToken(client, replaced.teamToken).catch(onError);
      }
      const lists = new TeamLists(createClient({ hosts: serviceUrl, accessToken: teamToken }).team);
      lists.page("members", "", firstPage, false).catch(() => undefined); // loaded while the page is
      const administrator = await findAdministrator(client, teamToken).catch(() => undefined); // only for the greeting
      const session = { teamToken, key: randomText(), lists, administrator };
      setCookie(context, sessionCookie, sessions.add(session), cookieOptions);
      return context.redirect("/");
    } catch (thrown) {
      onError(thrown);
      return context.redirect(problemUrl(toLogInProblem(thrown)));
    }
  });

  app.get("/session", (context) => {
    const session = sessions.find(getCookie(context, sessionCookie));
    context.header("Cache-Control", "no-store");
    return session !== undefined
      ? context.json({ key: session.key, administrator: session.administrator })
      : context.json({ problem: "Not logged in." }, 401);
  });

  app.post("/logout", async (context) => {
    const session = sessions.remove(getCookie(context, sessionCookie));
    deleteCookie(context, sessionCookie, cookieOptions);
    try {
      if (session !== undefined) {
        await revokeToken(client, session.teamToken, { endsSession: true });
      }
      return context.body(null, 204);
    } catch (thrown) {
      onError(thrown);
      return context.text("You are logged out of the console, but the service could not be notified.", 502);
    }
  });

  app.post("/api/*", async (context) => {
    const session = sessionOfCall(context);
    if (session === undefined) {
      return context.text("Not logged in.", 401);
    }
    const path = new URL(context.req.url).pathname.slice("/api".length);
    const passed = await forwardCall(context.req.raw, `${serviceUrl}${path}`, session.teamToken);
    if (passed === undefined) {
      return context.text("The service cannot be reached.", 502);
    }
    const { answer, headers } = passed;
    if (answer.status === 401) {
      endSession(context);
    }
    return context.newResponse(answer.body, answer.status as 200, headers);
  });

  const endRefusedSession: MiddlewareHandler = async (context, next) => {
    await next();
    context.header("Cache-Control", "no-store");
    if (context.res.status === 401 && sessionOfCall(context) !== undefined) {
      endSession(context);
    }
  };
  app.use("/lists/*", endRefusedSession);
  app.route(
    "/lists",
    listRoutes((context) => sessionOfCall(context)?.lists),
  );
  app.use("/*", serveStatic({ root: pageFolder }));
  return app;
}

/** Refuses what pages of other origins send, be they on another port of the same host, whose cookies are ours too. */
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
  if (thrown.reason === "refused") {
    return thrown.error === "access_denied" ? "denied" : "refused";
  }
  return thrown.reason === "network" ? "unreachable" : "failed";
}

/** Where the page tells of a problem. */
function problemUrl(problem: LogInProblem): string {
  return `/?problem=${problem}`;
}
