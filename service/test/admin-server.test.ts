import type { Hono } from "hono";
import { afterEach, expect, test, vi } from "vitest";
import { adminServer } from "../admin/server/admin-server.js";
import { addApp, person } from "./support/people.js";
import { describeService, type TestedService, type TestedTeam } from "./support/service.js";

const url = "http://localhost:4200";

describeService("the server of the page for administrators", (service) => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("logs nobody out who follows a link to where log-ins begin and end", async () => {
    const app = await served(service);
    const session = await logIn(service, app, await service.team());
    for (const path of ["/callback", "/callback?code=a&state=b", "/login"]) {
      const answer = await open(app, path, session);
      expect(cookieOf(answer)).not.toContain("admin-session");
      expect((await open(app, "/session", session)).status).toBe(200);
    }
  });

  test("takes an answer only with the state of the log-in that has begun in this browser", async () => {
    const app = await served(service);
    const begun = await open(app, "/login");
    const { searchParams } = new URL(begun.headers.get("location") ?? "");
    const answer = `/callback?code=none&state=${searchParams.get("state") ?? ""}`;
    const wrong = [await open(app, answer), await open(app, "/callback?code=none&state=x", cookieOf(begun))];
    for (const { headers } of wrong) {
      expect(headers.get("location")).toContain("has%20not%20begun%20here");
    }
    const right = (): Response | Promise<Response> => open(app, answer, cookieOf(begun));
    expect((await right()).headers.get("location")).not.toContain("has%20not%20begun%20here"); // but the code is wrong
    expect((await right()).headers.get("location")).toContain("has%20not%20begun%20here"); // it is used up
  });

  test("waits ten minutes for the answer", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const app = await served(service);
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
      const { headers } = await open(app, answer, cookieOf(begun));
      expect(headers.get("location")?.includes("too%20long")).toBe(isTooLate);
    }
  });

  test("has cookies that are sent by HTTPS only, where the page has it", async () => {
    const secure = async (pageUrl: string): Promise<boolean> => {
      const answer = await open(await served(service, pageUrl), "/login");
      return answer.headers.getSetCookie().every((cookie) => cookie.includes("Secure"));
    };
    expect(await secure("https://admin.example.com")).toBe(true);
    expect(await secure(url)).toBe(false);
  });
});

describeService(
  "the server of the page for administrators, with a limit",
  (service) => {
    test("tells the page when to try again (B-247)", async () => {
      const app = await served(service);
      const cookie = await logIn(service, app, await service.team());
      const { key } = (await (await open(app, "/session", cookie)).json()) as { key: string };
      const answer = await app.request("/api/2/team/members/list", {
        method: "POST",
        headers: { Cookie: cookie, Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: "{}",
      });
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^[1-9]/)]);
    });
  },
  { CALLS_PER_MINUTE: "0" },
);

/** The server of a page, which is an app of its own. */
async function served(service: TestedService, pageUrl = url): Promise<Hono> {
  const { key: appKey, secret: appSecret } = await addApp(service, {
    kind: "team",
    permissions: ["Team information"],
    redirect_uris: [`${url}/callback`],
  });
  return adminServer({ serviceUrl: service.url, url: pageUrl, appKey, appSecret, pageFolder: "none" });
}

function open(app: Hono, path: string, cookie = ""): Response | Promise<Response> {
  return app.request(path, { headers: { Cookie: cookie } });
}

/** Logs in, and grants access; gives the cookie. */
async function logIn(service: TestedService, app: Hono, { admin }: TestedTeam): Promise<string> {
  const begun = await open(app, "/login");
  const administrator = await person(service, admin.account_id, admin.email);
  const consent = await administrator.visit(begun.headers.get("location") ?? "");
  return cookieOf(await open(app, (await consent.press("Allow")).url, cookieOf(begun)));
}

/** The cookies that an answer has set. */
function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
