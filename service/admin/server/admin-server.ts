import { serveStatic } from "@hono/node-server/serve-static";
import { createClient } from "cloud-storage-api";
import { authorizationUrl, createPkce, createState, exchangeCode, readCodeRedirect } from "cloud-storage-api/oauth";
import { Hono, type Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { listRoutes } from "./lists/list-routes.js";
import { TeamLists } from "./lists/team-lists.js";
import { randomText, Sessions } from "./sessions.js";

/** What the server of the page is told. */
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
}

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
}

/** The page of a list of members that is shown first. */
const firstPage = { search: "", sort: "", isDescending: false, page: 1, filters: {} } as const;

// The service may have the same host, and cookies are sent to all ports of one: their names must not be the service's.
const logInCookie = "admin-log-in";
const sessionCookie = "admin-session";

const minute = 60_000;

/**
 * Serves the page, logs administrators in, and passes on the calls of the page. The token of a team lets its bearer do
 * anything, so it never leaves this server: the page calls with a key that is worth nothing anywhere else.
 */
export function adminServer(settings: AdminSettings): Hono {
  const { serviceUrl, url, appKey, appSecret, pageFolder } = settings;
  // Apart from each other, as any page can send a browser here to log in: that must not end a session.
  const logIns = new Sessions<LogIn>(10 * minute);
  const sessions = new Sessions<Granted>(8 * 60 * minute);
  const cookieOptions = { httpOnly: true, sameSite: "Lax", path: "/", secure: url.startsWith("https:") } as const;
  const redirectUri = `${url}/callback`;
  const app = new Hono();

  /** The session of a call of the page, which has the cookie and the key. */
  const sessionOfCall = (context: Context): Granted | undefined => {
    const session = sessions.find(getCookie(context, sessionCookie));
    return context.req.header("Authorization") === `Bearer ${session?.key ?? ""}` ? session : undefined;
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
      return context.redirect(problemUrl("That log-in has not begun here, or has taken too long. Please try again."));
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
      const lists = new TeamLists(createClient({ hosts: serviceUrl, accessToken: teamToken }).team);
      lists.page("members", "", firstPage, false).catch(() => undefined); // loaded while the page is
      setCookie(context, sessionCookie, sessions.add({ teamToken, key: randomText(), lists }), cookieOptions);
      return context.redirect("/");
    } catch (thrown) {
      return context.redirect(problemUrl(thrown instanceof Error ? thrown.message : String(thrown)));
    }
  });

  app.get("/session", (context) => {
    const session = sessions.find(getCookie(context, sessionCookie));
    return session !== undefined
      ? context.json({ key: session.key })
      : context.json({ problem: "Nobody is logged in." }, 401);
  });

  app.post("/logout", (context) => {
    sessions.remove(getCookie(context, sessionCookie));
    deleteCookie(context, sessionCookie, cookieOptions);
    return context.body(null, 204);
  });

  app.post("/api/*", async (context) => {
    const { req } = context;
    const session = sessionOfCall(context);
    if (session === undefined) {
      return new Response("Nobody is logged in.", { status: 401 });
    }
    const headers = new Headers({ Authorization: `Bearer ${session.teamToken}` });
    headers.set("Content-Type", req.header("Content-Type") ?? "application/json");
    const body = await req.arrayBuffer();
    const path = new URL(req.url).pathname.slice("/api".length);
    const answer = await fetch(`${serviceUrl}${path}`, { method: "POST", headers, body }).catch(() => undefined);
    if (answer === undefined) {
      return new Response("The service cannot be reached.", { status: 502 });
    }
    const answered = new Headers({ "Content-Type": answer.headers.get("Content-Type") ?? "text/plain" });
    const retryAfter = answer.headers.get("Retry-After");
    if (retryAfter !== null) {
      answered.set("Retry-After", retryAfter); // the client waits so long
    }
    return new Response(answer.body, { status: answer.status, headers: answered });
  });

  app.route(
    "/lists",
    listRoutes((context) => sessionOfCall(context)?.lists),
  );
  app.use("/*", serveStatic({ root: pageFolder }));
  return app;
}

/** Where the page tells of a problem. */
function problemUrl(problem: string): string {
  return `/?problem=${encodeURIComponent(problem)}`;
}
