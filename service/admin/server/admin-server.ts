import { serveStatic } from "@hono/node-server/serve-static";
import { authorizationUrl, createPkce, createState, exchangeCode, readCodeRedirect } from "cloud-storage-api/oauth";
import { Hono, type Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { Sessions } from "./sessions.js";

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

// The service may have the same host, and cookies are sent to all ports of one: the name must not be that of the service.
const cookie = "admin-session";

/**
 * Serves the page, logs administrators in, and passes on the calls of the page. The token of a team lets its bearer do
 * anything, so it never leaves this server: the page calls with a key that is worth nothing anywhere else.
 */
export function adminServer(settings: AdminSettings): Hono {
  const { serviceUrl, url, appKey, appSecret, pageFolder } = settings;
  const sessions = new Sessions();
  const redirectUri = `${url}/callback`;
  const app = new Hono();

  app.get("/login", async (context) => {
    const [state, pkce] = [createState(), await createPkce()];
    open(context, sessions.add({ state, codeVerifier: pkce.codeVerifier }));
    const authorizeUrl = `${serviceUrl}/oauth2/authorize`;
    return context.redirect(
      authorizationUrl({ authorizeUrl, clientId: appKey, redirectUri, state, codeChallenge: pkce.codeChallenge }),
    );
  });

  app.get("/callback", async (context) => {
    const begun = sessions.take(getCookie(context, cookie));
    if (begun === undefined || !("state" in begun)) {
      return context.redirect("/login"); // it has taken too long, or the server was started again
    }
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
      // Another session than the one that anybody could have begun in this browser.
      open(context, sessions.add({ teamToken }));
      return context.redirect("/");
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      return context.redirect(`/?problem=${encodeURIComponent(reason)}`);
    }
  });

  app.get("/session", (context) => {
    const session = sessions.find(getCookie(context, cookie));
    return session !== undefined && "teamToken" in session
      ? context.json({ key: session.key })
      : context.json({ problem: "Nobody is logged in." }, 401);
  });

  app.post("/logout", (context) => {
    sessions.take(getCookie(context, cookie));
    deleteCookie(context, cookie);
    return context.body(null, 204);
  });

  app.post("/api/*", async (context) => {
    const { req } = context;
    const session = sessions.find(getCookie(context, cookie));
    if (session === undefined || !("teamToken" in session) || req.header("Authorization") !== `Bearer ${session.key}`) {
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
    const type = answer.headers.get("Content-Type") ?? "text/plain";
    return new Response(answer.body, { status: answer.status, headers: { "Content-Type": type } });
  });

  app.use("/*", serveStatic({ root: pageFolder }));
  return app;
}

function open(context: Context, id: string): void {
  setCookie(context, cookie, id, { httpOnly: true, sameSite: "Lax", path: "/" });
}
