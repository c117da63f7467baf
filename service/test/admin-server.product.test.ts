import type { AddAppArgInput } from "#controls/controls";
import type { Hono } from "hono";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { logInProblem } from "../admin/page/log-in-problem.js";
import { adminServer, type AdminSettings } from "../admin/server/admin-server.js";
import { addApp, person, type TestedPerson } from "./support/people.js";
import {
  describeOwnService,
  describeService,
  moveClock,
  type TestedService,
  type TestedTeam,
} from "./support/service.js";

const url = "http://localhost:4200";

describeService("the server of the admin console", (service) => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("the admin console server keeps the session of a user who follows a link to the start or end of a log-in", async () => {
    const app = await startConsole(service);
    const session = await logIn(service, app, await service.team());
    for (const path of ["/callback", "/callback?code=a&state=b", "/login"]) {
      const answer = await open(app, path, session);
      expect(readCookie(answer)).not.toContain("admin-session");
      expect((await open(app, "/session", session)).status).toBe(200);
    }
  });

  test("the admin console server accepts a response only with the state of the log-in that was started in this browser", async () => {
    const app = await startConsole(service);
    const begun = await open(app, "/login");
    const { searchParams } = new URL(begun.headers.get("location") ?? "");
    const answer = `/callback?code=none&state=${searchParams.get("state") ?? ""}`;
    const wrong = [await open(app, answer), await open(app, "/callback?code=none&state=x", readCookie(begun))];
    for (const { headers } of wrong) {
      expect(headers.get("location")).toBe("/?problem=expired");
    }
    const right = (): Response | Promise<Response> => open(app, answer, readCookie(begun));
    expect((await right()).headers.get("location")).toBe("/?problem=refused"); // for the code is wrong
    expect(readCookie(await right())).toBe("admin-log-in="); // the browser does not keep it
  });

  test("the admin console server waits ten minutes for the response to a log-in", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const app = await startConsole(service);
    const begin = Date.now();
    for (const [minutes, isTooLate] of [
      [9, false],
      [10, true],
    ] as const) {
      vi.setSystemTime(begin);
      const begun = await open(app, "/login");
      const { searchParams } = new URL(begun.headers.get("location") ?? "");
      vi.setSystemTime(begin + minutes * 60_000);
      const answer = `/callback?error=access_denied&state=${searchParams.get("state") ?? ""}`;
      const { headers } = await open(app, answer, readCookie(begun));
      expect(headers.get("location")).toBe(isTooLate ? "/?problem=expired" : "/?problem=denied");
    }
  });

  test("the admin console server ends a session when its administrator may no longer administer the team", async () => {
    const app = await startConsole(service);
    const team = await service.team([{ role: "team_admin" }]);
    const cookie = await logIn(service, app, { ...team, admin: team.members[0] ?? team.admin });
    const key = await fetchKey(app, cookie);
    expect((await call(app, cookie, key)).status).toBe(200);
    const user = { ".tag": "team_member_id", team_member_id: team.members[0]?.team_member_id ?? "" } as const;
    await team.client.team.membersSetAdminPermissions({ user, new_role: "member_only" });
    const refused = await call(app, cookie, key);
    expect([refused.status, readCookie(refused)]).toEqual([401, "admin-session="]);
    expect((await open(app, "/session", cookie)).status).toBe(401);
    // Not even when the role comes back: the session is over, not suspended.
    await team.client.team.membersSetAdminPermissions({ user, new_role: "team_admin" });
    expect((await call(app, cookie, key)).status).toBe(401);
  });

  test("the admin console server revokes the token at log-out, and makes the service ask for the password again", async () => {
    const app = await startConsole(service);
    const { admin } = await service.team();
    const administrator = await person(service, admin.account_id, admin.email);
    const cookie = await logIn(service, app, { admin }, administrator);
    const calls = vi.spyOn(globalThis, "fetch");
    onTestFinished(() => calls.mockRestore());
    await call(app, cookie, await fetchKey(app, cookie));
    const token = new Headers(calls.mock.lastCall?.[1]?.headers).get("Authorization")?.slice("Bearer ".length) ?? "";
    expect((await service.post("team/get_info", token, null)).status).toBe(200);

    expect((await post(app, "/logout", cookie)).status).toBe(204);
    expect((await service.post("team/get_info", token, null)).status).toBe(401);
    expect((await open(app, "/session", cookie)).status).toBe(401);
    const begun = await open(app, "/login");
    expect((await administrator.browser.open(begun.headers.get("location") ?? "")).text).toContain("Password");
  });

  test("the admin console server revokes the token of the session that a new log-in replaces", async () => {
    const app = await startConsole(service);
    const { admin } = await service.team();
    const administrator = await person(service, admin.account_id, admin.email);
    const first = await logIn(service, app, { admin }, administrator);
    const begun = await open(app, "/login", first);
    const { url: answered } = await administrator.browser.open(begun.headers.get("location") ?? "");
    const second = sessionIn(await open(app, answered, `${first}; ${readCookie(begun)}`));
    expect((await open(app, "/session", first)).status).toBe(401);
    expect((await call(app, second, await fetchKey(app, second))).status).toBe(200);
  });

  test("the admin console server keeps sessions and log-ins under way across a restart and in several processes, and none in memory (OPS-15)", async () => {
    const settings = await registerConsole(service);
    const [first, second] = [adminServer(settings), adminServer(settings)];
    const cookie = await logIn(service, first, await service.team());
    const key = await fetchKey(second, cookie);
    expect((await call(second, cookie, key)).status).toBe(200);
    expect((await open(second, "/session", `${cookie}x`)).status).toBe(401);
    const { admin } = await service.team();
    const begun = await open(first, "/login");
    const consent = await (
      await person(service, admin.account_id, admin.email)
    ).visit(begun.headers.get("location") ?? "");
    const done = await open(second, (await consent.press("Allow")).url, readCookie(begun));
    expect(readCookie(done)).toContain("admin-session=");
  });

  test("the admin console server forwards sensitive calls only after a recent log-in, or a confirmation for the page that asked (OPS-11)", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const app = adminServer(await registerConsole(service, { permissions: ["Team member management"] }));
    const team = await service.team([{ role: "team_admin" }, {}]);
    const [other, bo] = team.members;
    const admin = await person(service, team.admin.account_id, team.admin.email);
    const first = await logIn(service, app, team, admin);
    const key = await fetchKey(app, first);
    const headers = { Authorization: `Bearer ${key}` };
    const user = { ".tag": "team_member_id", team_member_id: bo?.team_member_id };
    const setRole = (cookie: string, confirmation?: string): Response | Promise<Response> =>
      app.request("/api/2/team/members/set_admin_permissions", {
        method: "POST",
        headers: { ...headers, Cookie: cookie, "Content-Type": "application/json", Confirmation: confirmation ?? "" },
        body: JSON.stringify({ user, new_role: "support_admin" }),
      });
    const confirm = async (cookie: string): Promise<[number, string]> => {
      const answer = await post(app, "/confirmation", cookie, headers);
      const text = await answer.text();
      return [answer.status, answer.ok ? (JSON.parse(text) as { confirmation: string }).confirmation : text];
    };
    expect((await setRole(first)).status).toBe(403);
    expect((await post(app, "/api/2/team/members/add", first, headers)).status).toBe(403); // may add an administrator
    expect((await setRole(first, first.slice("admin-session=".length))).status).toBe(403);
    const [, confirmation] = await confirm(first);
    expect((await setRole(first, confirmation)).status).toBe(200);

    vi.setSystemTime(Date.now() + 11 * 60_000);
    expect((await confirm(first))[0]).toBe(403);
    expect((await setRole(first, confirmation)).status).toBe(200); // an action that was begun in time continues
    const answerAs = async (who: TestedPerson): Promise<Response> => {
      const begun = await open(app, "/confirm", first);
      const location = begun.headers.get("location") ?? "";
      expect(new URL(location).searchParams.get("max_age")).toBe("600");
      const asked = await who.browser.open(location);
      const { url: answered } = asked.url.startsWith(service.url)
        ? await asked.press("Confirm", { current_password: "correct horse" })
        : asked;
      return open(app, answered, `${first}; ${readCookie(begun)}`);
    };
    const done = await answerAs(admin);
    expect(done.headers.get("location")).toBe("/?confirmed");
    const second = sessionIn(done);
    expect(await fetchKey(app, second)).toBe(key);
    expect((await confirm(second))[0]).toBe(200);
    expect((await open(app, "/session", first)).status).toBe(401);
    // Somebody else does not continue the session of this administrator.
    const stranger = await person(service, other?.account_id ?? "", other?.email ?? "");
    await stranger.visit(`${service.url}/account`);
    expect(await fetchKey(app, sessionIn(await answerAs(stranger)))).not.toBe(key);
    vi.setSystemTime(Date.now() + 61 * 60_000);
    expect((await setRole(second, confirmation)).status).toBe(403);
  });

  test("the admin console server passes on calls of the API only, with their origin (OPS-15)", async () => {
    const app = await startConsole(service);
    const cookie = await logIn(service, app, await service.team());
    const headers = { Authorization: `Bearer ${await fetchKey(app, cookie)}`, Origin: url };
    for (const path of ["/api/test/controls/add_team", "/api/2/../test/controls/add_team", "/api/2/%2e%2e/test/x"]) {
      expect((await post(app, path, cookie, headers)).status).toBe(404);
    }
    const calls = vi.spyOn(globalThis, "fetch");
    onTestFinished(() => calls.mockRestore());
    await post(app, "/api/2/team/get_info", cookie, headers);
    const [to, request] = calls.mock.lastCall ?? [];
    expect([to, new Headers(request?.headers).get("origin")]).toEqual([`${service.url}/2/team/get_info`, url]);
  });

  test("the admin console server serves lists, also as CSV, to calls of its page only (OPS-50)", async () => {
    const app = await startConsole(service);
    const cookie = await logIn(service, app, await service.team());
    const headers = { Cookie: cookie, Authorization: `Bearer ${await fetchKey(app, cookie)}` };
    for (const path of ["/lists/groups", "/lists/groups/csv"]) {
      expect((await open(app, path, cookie)).status).toBe(401);
      expect((await app.request(path, { headers })).status).toBe(200);
      expect((await app.request(path.replace("groups", "toString"), { headers })).status).toBe(404);
    }
    const csv = await app.request("/lists/groups/csv", { headers });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(await csv.text()).toBe('"Name","Members","Managed by","External ID","Group ID"\r\n');
  });

  test("the admin console server refuses forms and calls from pages of other origins", async () => {
    const app = await startConsole(service);
    const cookie = await logIn(service, app, await service.team());
    const origin = { Origin: "http://localhost:8080" };
    expect((await post(app, "/logout", cookie, origin)).status).toBe(403);
    expect((await open(app, "/session", cookie)).status).toBe(200);
    expect((await post(app, "/logout", cookie, { Origin: url })).status).toBe(204);
  });

  test("the admin console is served with headers that prevent framing, sniffing and loading foreign resources", async () => {
    const app = await startConsole(service);
    for (const path of ["/", "/session", "/login", "/nowhere"]) {
      const { headers } = await open(app, path);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("content-security-policy")).not.toContain("unsafe");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    }
  });

  test("the admin console is revalidated by browsers, except for files whose names change with their contents", async () => {
    const folder = mkdtempSync(join(tmpdir(), "page-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "assets"));
    const script = "/assets/main-x1.js";
    [script, "/index.html"].forEach((path) => writeFileSync(join(folder, path), ""));
    const app = adminServer({ serviceUrl: service.url, url, appKey: "key", appSecret: "secret", pageFolder: folder });
    expect((await open(app, "/")).headers.get("cache-control")).toBe("no-cache");
    expect((await open(app, script)).headers.get("cache-control")).toContain("immutable");
    expect((await open(app, "/assets/old.js")).headers.get("cache-control")).toBe("no-cache");
  });

  test("the admin console server reports a problem to the page by a code, for which the page has a sentence, and never shows other text", async () => {
    const app = await startConsole(service);
    const begun = await open(app, "/login");
    const { searchParams } = new URL(begun.headers.get("location") ?? "");
    const state = searchParams.get("state") ?? "";
    const answer = `/callback?error=server_error&error_description=Call+555-0100&state=${state}`;
    expect((await open(app, answer, readCookie(begun))).headers.get("location")).toBe("/?problem=refused");
    expect(logInProblem("?problem=denied")).toBe("Access was not granted.");
    expect(logInProblem("?problem=Call+555-0100")).toBe("The log-in failed. Please try again.");
    expect(logInProblem("?problem=toString")).toBe("The log-in failed. Please try again.");
    expect(logInProblem("")).toBeUndefined();
  });

  test("the admin console server has cookies that are set and sent over HTTPS only, if the page uses it (OPS-17)", async () => {
    const secure = async (pageUrl: string): Promise<boolean> => {
      const answer = await open(await startConsole(service, pageUrl), "/login");
      return answer.headers.getSetCookie().every((cookie) => /^__Host-admin-.*; Secure/.test(cookie));
    };
    expect(await secure("https://admin.example.com")).toBe(true);
    expect(await secure(url)).toBe(false);
  });
});

describeOwnService(
  "the server of the page for administrators, with a limit",
  (service) => {
    test("the admin console server tells the page when to retry (B-247)", async () => {
      const app = await startConsole(service);
      const cookie = await logIn(service, app, await service.team());
      const answer = await call(app, cookie, await fetchKey(app, cookie));
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^[1-9]/)]);
    });

    test("the admin console server has tokens that end when its sessions do (OPS-15)", async () => {
      const settings = await registerConsole(service, { token_lifetime: 3_600 });
      const app = adminServer(settings);
      const cookie = await logIn(service, app, await service.team());
      expect((await open(app, "/session", cookie)).status).toBe(200);
      await moveClock(service, 3_601_000);
      expect((await open(app, "/session", cookie)).status).toBe(401);
    });
  },
  { CALLS_PER_MINUTE: "0" },
);

/** Registers a console as an app. Returns the settings of its server. */
async function registerConsole(service: TestedService, app: Partial<AddAppArgInput> = {}): Promise<AdminSettings> {
  const { key: appKey, secret: appSecret } = await addApp(service, {
    kind: "team",
    permissions: ["Team information"],
    redirect_uris: [`${url}/callback`],
    is_public: false,
    ...app,
  });
  return { serviceUrl: service.url, url, appKey, appSecret, pageFolder: "none" };
}

/** The server of a console, which is registered as an app. */
async function startConsole(service: TestedService, pageUrl = url): Promise<Hono> {
  return adminServer({ ...(await registerConsole(service)), url: pageUrl });
}

function open(app: Hono, path: string, cookie = ""): Response | Promise<Response> {
  return app.request(path, { headers: { Cookie: cookie } });
}

function post(
  app: Hono,
  path: string,
  cookie: string,
  headers: Readonly<Record<string, string>> = {},
): Response | Promise<Response> {
  return app.request(path, { method: "POST", headers: { Cookie: cookie, ...headers } });
}

/** The key with which the page of a session calls. */
async function fetchKey(app: Hono, cookie: string): Promise<string> {
  return ((await (await open(app, "/session", cookie)).json()) as { key: string }).key;
}

/** Calls a route as the page does. */
function call(app: Hono, cookie: string, key: string): Response | Promise<Response> {
  return app.request("/api/2/team/members/list", {
    method: "POST",
    headers: { Cookie: cookie, Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: "{}",
  });
}

/** Logs in and grants access. Returns the cookie. */
async function logIn(
  service: TestedService,
  app: Hono,
  { admin }: Pick<TestedTeam, "admin">,
  known?: TestedPerson,
): Promise<string> {
  const begun = await open(app, "/login");
  const administrator = known ?? (await person(service, admin.account_id, admin.email));
  const consent = await administrator.visit(begun.headers.get("location") ?? "");
  return sessionIn(await open(app, (await consent.press("Allow")).url, readCookie(begun)));
}

/** The cookies that a response sets. */
function readCookie(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** The cookie of the session that a response sets. */
function sessionIn(answer: Response): string {
  const cookies = readCookie(answer).split("; ");
  return cookies.find((cookie) => cookie.startsWith("admin-session=")) ?? "";
}
