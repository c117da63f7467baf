import { createPkce, createState, exchangeCode, readCodeRedirect, readTokenRedirect } from "cloud-storage-api/oauth";
import { expect, onTestFinished, test, vi } from "vitest";
import { Browser } from "./support/browser.js";
import { addApp, addPerson, callback, urlParameters, person } from "./support/people.js";
import { describeService, newEmail } from "./support/service.js";

describeService("the authorization page", (service) => {
  test("the authorization page asks users to log in, cannot be framed, and loads no foreign resources (B-060)", async () => {
    const app = await addApp(service, { name: "Photo & <b>Film</b>" });
    const page = await new Browser(service.url).open(app.url());
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    expect(page.text).toContain("Photo &amp; &lt;b&gt;Film&lt;/b&gt;");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(page.headers.get("x-frame-options")).toBe("DENY");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    for (const path of ["/pages.css", "/2/files/list_folder", "/health/live", "/nothing", "/oauth2/token"]) {
      const { headers } = await fetch(`${service.url}${path}`);
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
      expect([path, headers.get("content-security-policy")]).toEqual([
        path,
        expect.stringContaining("default-src 'none'"),
      ]);
    }
  });

  test("the authorization page issues a code, which the client exchanges for a valid token (B-061, B-071, B-075)", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    const state = createState();
    const consent = await robin.visit(app.url({ state }));
    expect(consent.text).toContain("See, change and delete all files in your storage");
    const { url } = await consent.press("Allow");
    expect(url.startsWith(`${callback}?`)).toBe(true);
    expect(Object.keys(urlParameters(url))).toEqual(["code", "iss", "state"]);
    const { code } = readCodeRedirect(url, { state });
    const tokens = await exchangeCode({
      tokenUrl: `${service.url}/oauth2/token`,
      clientId: app.key,
      clientSecret: app.secret,
      redirectUri: callback,
      code,
    });
    expect(tokens).toMatchObject({ token_type: "bearer", account_id: robin.accountId });
    await service.clientWith(tokens.access_token).auth.tokenRevoke();
  });

  test("the authorization page has no state in its response if there was none in the request (B-071)", async () => {
    const app = await addApp(service);
    const { url } = await (await (await addPerson(service)).visit(app.url())).press("Allow");
    expect(Object.keys(urlParameters(url))).toEqual(["code", "iss"]);
  });

  test("the authorization page preserves the query of a redirect URI", async () => {
    const redirectUri = "http://localhost:8080/cb?app=1";
    const app = await addApp(service, { redirect_uris: [redirectUri] });
    const { url } = await (await (await addPerson(service)).visit(app.url({ redirectUri }))).press("Allow");
    expect(url.startsWith(`${redirectUri}&code=`)).toBe(true);
  });

  test("the authorization page returns a token in the fragment in the token flow, and nothing in the query (B-061, B-072)", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    const state = createState();
    const { url } = await (await robin.visit(app.url({ responseType: "token", state }))).press("Allow");
    expect(new URL(url).search).toBe("");
    const tokens = readTokenRedirect(url, { state });
    expect(tokens).toMatchObject({ account_id: robin.accountId, uid: expect.stringMatching(/^\d+$/) as string });
    expect(tokens.team_id).toBeUndefined();
    await service.clientWith(tokens.access_token).auth.tokenRevoke();
  });

  test("the authorization page returns the id of the team in the token flow of a team app (B-072, B-079)", async () => {
    const { id, admin } = await service.team();
    const app = await addApp(service, { kind: "team", permissions: ["Team information"] });
    const consent = await (
      await person(service, admin.account_id, admin.email)
    ).visit(app.url({ responseType: "token" }));
    expect(consent.text).toContain("See the members and groups of your team");
    const tokens = readTokenRedirect((await consent.press("Allow")).url, { state: undefined });
    expect(tokens).toMatchObject({ team_id: id, account_id: undefined });
    expect((await service.clientWith(tokens.access_token).team.membersList()).members).toHaveLength(1);
  });

  test("the authorization page refuses unknown and missing response types (B-061, Q-12)", async () => {
    const app = await addApp(service);
    for (const [type, error] of [
      ["response_type=x", "unsupported_response_type"],
      ["response_type=", "invalid_request"],
      ["", "invalid_request"],
    ]) {
      const query = `client_id=${app.key}&redirect_uri=${encodeURIComponent(callback)}&state=s&${type ?? ""}`;
      const { url } = await new Browser(service.url).open(`${service.url}/oauth2/authorize?${query}`);
      expect(url.startsWith(`${callback}?`)).toBe(true);
      expect(urlParameters(url)).toMatchObject({ error, state: "s", error_description: expect.any(String) as string });
    }
  });

  test("the authorization page does not redirect for an unknown app (B-062)", async () => {
    const app = await addApp(service);
    for (const clientId of ["", "nobody", `${app.key}x`]) {
      const page = await new Browser(service.url).open(app.url().replace(app.key, clientId));
      expect(page.status).toBe(400);
      expect(page.text).toContain("client_id");
    }
    const twice = await new Browser(service.url).open(`${app.url()}&client_id=${app.key}`);
    expect(twice.status).toBe(400);
  });

  test("the authorization page only redirects to a URI that matches a registered one exactly (B-063)", async () => {
    const app = await addApp(service);
    for (const wrong of [
      `${callback}/`,
      `${callback}?x=1`,
      "https://app.example.com/CB",
      `${callback}#x`,
      "//cb",
      "x",
    ]) {
      const page = await new Browser(service.url).open(app.url({ redirectUri: wrong }));
      expect([page.status, page.url.startsWith(service.url)]).toEqual([400, true]);
    }
    const twice = `${app.url()}&redirect_uri=https%3A%2F%2Fevil.example.com`;
    expect((await new Browser(service.url).open(twice)).status).toBe(400);
  });

  test("the authorization page requires HTTPS for redirect URIs, except on localhost, without fragments and passwords (B-064)", async () => {
    const hostile = ["http://app.example/cb", "javascript:alert(1)", `${callback}#x`, "https://a.example/\ncb", "cb"];
    for (const uri of [
      ...hostile,
      "http://localhost.evil.example/cb",
      "https://a:b@a.example/",
      "https://a@a.example/",
    ]) {
      const outcome = await service.controls.addApp({ permissions: [], redirect_uris: [uri] }).outcome();
      expect(outcome).toMatchObject({ ok: false, error: { ".tag": "impossible" } });
    }
    const redirectUri = "http://localhost:8080/cb";
    const app = await addApp(service, { redirect_uris: [redirectUri] });
    const { url } = await (await (await addPerson(service)).visit(app.url({ redirectUri }))).press("Allow");
    expect(url.startsWith(`${redirectUri}?code=`)).toBe(true);
  });

  test("the authorization page needs a redirect URI in the token flow (B-065)", async () => {
    const app = await addApp(service);
    const page = await new Browser(service.url).open(app.url({ redirectUri: undefined }).replace("=code", "=token"));
    expect(page.status).toBe(400);
    expect(page.text).toContain("redirect_uri");
  });

  test("the authorization page shows a valid code if there is no redirect URI (B-066)", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    const page = await (await robin.visit(app.url({ redirectUri: undefined }))).press("Allow");
    expect(page.status).toBe(200);
    const [, code = ""] = /<code class="code">(\w+)<\/code>/.exec(page.text) ?? [];
    const tokens = await exchangeCode({
      tokenUrl: `${service.url}/oauth2/token`,
      clientId: app.key,
      clientSecret: app.secret,
      code,
    });
    expect(tokens.account_id).toBe(robin.accountId);
  });

  test("the authorization page returns a state of 500 bytes, byte for byte, in both flows (B-067)", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    const state = `${"日".repeat(160)} &=#+%"'<é`.padEnd(340, "é").slice(0, 165);
    const full = state + "x".repeat(500 - Buffer.byteLength(state));
    expect(Buffer.byteLength(full)).toBe(500);
    const byCode = await (await robin.visit(app.url({ state: full }))).press("Allow");
    expect(urlParameters(byCode.url)["state"]).toBe(full);
    const byToken = await (await robin.browser.open(app.url({ responseType: "token", state: full }))).press("Allow");
    expect(urlParameters(byToken.url, "hash")["state"]).toBe(full);
  });

  test("the authorization page returns a state unchanged that is not UTF-8, or is escaped unusually (B-067)", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    await (await robin.visit(app.url())).press("Allow");
    for (const state of ["%FF%fe%00", "a+b%20c%2B", "%7e~", ""]) {
      const { url } = await robin.browser.open(`${app.url()}&state=${state}`);
      expect(url.endsWith(`&state=${state}`)).toBe(true);
    }
  });

  test("the authorization page refuses a state of 501 bytes (B-067)", async () => {
    const app = await addApp(service);
    for (const state of ["x".repeat(501), "%C3%A9".repeat(251)]) {
      const { url } = await new Browser(service.url).open(`${app.url()}&state=${state}`);
      expect(urlParameters(url)["error"]).toBe("invalid_request");
    }
  });

  test("the authorization page lets only the kind of account approve that the app requires (B-068)", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    const { members } = await service.team([{}]);
    const page = await robin.visit(app.url({ requireRole: "work" }));
    expect(page.text).toContain("This app requires a work account.");
    await expect(async () => page.press("Allow")).rejects.toThrow("no button");
    // A form that was tampered with does not help either.
    const forced = await page.press("Deny", { decision: "allow", account: robin.accountId });
    expect(urlParameters(forced.url)["error"]).toBe("access_denied");

    const [member = { account_id: "", email: "" }] = members;
    const atWork = await person(service, member.account_id, member.email);
    const { url } = await (await atWork.visit(app.url({ requireRole: "work" }))).press("Allow");
    expect(urlParameters(url)).toHaveProperty("code");
    const wrong = await new Browser(service.url).open(`${app.url()}&require_role=boss`);
    expect(urlParameters(wrong.url)["error"]).toBe("invalid_request");
  });

  test("the authorization page lets a user switch between the accounts that they are logged in to (B-068)", async () => {
    const app = await addApp(service);
    const [robin, other] = [await addPerson(service), await addPerson(service)];
    const first = await robin.visit(app.url());
    const again = await first.follow("Use another account");
    const chooser = await again.press("Log in", { email: other.email, password: "correct horse" });
    expect(chooser.text).toContain(robin.email);
    expect(chooser.text).toContain(other.email);
    const { url } = await chooser.press("Allow", { account: other.accountId });
    const options = { tokenUrl: `${service.url}/oauth2/token`, clientId: app.key, clientSecret: app.secret };
    const { code } = readCodeRedirect(url, { state: undefined });
    expect((await exchangeCode({ ...options, code, redirectUri: callback })).account_id).toBe(other.accountId);

    const stranger = await addPerson(service);
    const refused = await chooser.press("Allow", { account: stranger.accountId });
    expect(refused.url.startsWith(service.url)).toBe(true);
    const out = await chooser.press("Log out");
    expect(out.text).toContain("Password");
  });

  test("the authorization page skips consent for a user who has approved before, unless the app forces it (B-069)", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    const consent = await robin.visit(app.url());
    expect((await robin.browser.open(app.url())).text).toContain("Allow"); // seen, but not approved
    await consent.press("Allow");
    expect(urlParameters((await robin.browser.open(app.url())).url)).toHaveProperty("code");
    expect((await robin.browser.open(app.url({ forceReapprove: false }))).url).toContain("code=");
    expect((await robin.browser.open(app.url({ forceReapprove: true }))).text).toContain("Allow");
    const wrong = await robin.browser.open(`${app.url()}&force_reapprove=yes`);
    expect(urlParameters(wrong.url)["error"]).toBe("invalid_request");
  });

  test("the authorization page asks each time if another program could get the response of a public app, and says how long access lasts (OPS-13)", async () => {
    const redirectUri = "http://localhost:8080/cb";
    const robin = await addPerson(service);
    await robin.visit((await addApp(service)).url());
    for (const [is_public, again] of [
      [true, "Allow"],
      [false, ""],
    ] as const) {
      const app = await addApp(service, { is_public, redirect_uris: [redirectUri, callback], token_lifetime: 28_800 });
      const consent = await robin.browser.open(app.url({ redirectUri }));
      expect(consent.text).toContain("The access ends after 8 hours.");
      await consent.press("Allow");
      expect((await robin.browser.open(app.url({ redirectUri }))).text).toContain(again);
      expect((await robin.browser.open(app.url())).url).toContain("code=");
    }
  });

  test("the authorization page offers to sign up, unless the app disables it (B-070)", async () => {
    const app = await addApp(service);
    const browser = new Browser(service.url);
    expect((await browser.open(app.url({ disableSignup: true }))).text).not.toContain("Sign up");
    const page = await (await browser.open(app.url())).follow("Sign up");
    const entered = { given_name: "O'Neil", surname: "<Ünal>", email: newEmail(), password: "battery staple" };
    expect((await page.press("Sign up", entered)).status).toBe(400); // no such names
    expect((await page.press("Sign up", { ...entered, surname: "\0" })).status).toBe(400);
    for (const [field, missing] of [
      ["given_name", "The given name is missing."],
      ["surname", "The surname is missing."],
    ] as const) {
      const again = await page.press("Sign up", { ...entered, surname: "Ünal", [field]: "" });
      expect([again.status, again.text.includes(missing)]).toEqual([400, true]);
    }
    expect((await page.press("Sign up", { ...entered, surname: "Ünal", password: "short" })).status).toBe(400);
    const consent = await page.press("Sign up", { ...entered, surname: "Ünal" });
    expect(consent.text).toContain("O&#39;Neil Ünal");
    expect(urlParameters((await consent.press("Allow")).url)).toHaveProperty("code");

    const taken = await (await new Browser(service.url).open(app.url())).follow("Sign up");
    const outcome = await taken.press("Sign up", { ...entered, surname: "Ünal", email: entered.email.toUpperCase() });
    expect([outcome.status, outcome.text.includes("An account with this email already exists.")]).toEqual([400, true]);
    const disabled = await browser.open(app.url({ disableSignup: true }).replace("authorize?", "authorize/sign-up?"));
    expect(disabled.text).not.toContain("Sign up");
  });

  test("the authorization page creates one account if two users sign up with the same email at the same time (B-264)", async () => {
    const app = await addApp(service);
    const entered = { given_name: "Robin", surname: "Doe", email: newEmail(), password: "battery staple" };
    const shown = await Promise.all(
      [1, 2].map(async () => {
        const page = await (await new Browser(service.url).open(app.url())).follow("Sign up");
        return page.press("Sign up", entered);
      }),
    );
    expect(shown.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("the authorization page reports a denial to the app, in the query or in the fragment (B-073, Q-13)", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    const state = "a b&c=d";
    const denied = await (await robin.visit(app.url({ state }))).press("Deny");
    expect(() => readCodeRedirect(denied.url, { state })).toThrow("Access was not granted");
    expect(urlParameters(denied.url)).toMatchObject({ error: "access_denied", state });
    const page = await robin.browser.open(app.url({ state, responseType: "token" }));
    const { url } = await page.press("Deny");
    expect(new URL(url).search).toBe("");
    expect(() => readTokenRedirect(url, { state })).toThrow("Access was not granted");
    const cancelled = await (await new Browser(service.url).open(app.url({ state }))).press("Cancel");
    expect(urlParameters(cancelled.url)["error"]).toBe("access_denied");
  });

  test("the authorization page refuses repeated parameters and invalid challenges (B-073)", async () => {
    const app = await addApp(service);
    const { codeChallenge } = await createPkce();
    for (const wrong of [
      "&state=a&state=b",
      `&code_challenge=${codeChallenge}`,
      `&code_challenge=${codeChallenge}&code_challenge_method=plain`,
      "&code_challenge=short&code_challenge_method=S256",
      "&disable_signup=1",
    ]) {
      const { url } = await new Browser(service.url).open(app.url() + wrong);
      expect(urlParameters(url)["error"]).toBe("invalid_request");
    }
  });

  test("the authorization page lets only administrators approve apps of teams (B-104)", async () => {
    const { members } = await service.team([{}, { role: "support_admin" }, { role: "user_management_admin" }]);
    const app = await addApp(service, { kind: "team" });
    const refused = [...members, await addPerson(service)].map((each) =>
      "accountId" in each ? each : person(service, each.account_id, each.email),
    );
    for (const each of refused) {
      const somebody = await each;
      const page = await somebody.visit(app.url({ state: "s" }));
      expect(page.text).toContain("Only an administrator of a team can approve this app.");
      const { url } = await page.press("Deny", { decision: "allow", account: somebody.accountId });
      expect(urlParameters(url)).toMatchObject({ error: "access_denied", state: "s" });
    }
  });

  test("the authorization page lets six teams authorize an app in development, and any number of teams one in production (B-105, Q-19)", async () => {
    const app = await addApp(service, { kind: "team" });
    const approve = async (): Promise<Record<string, string>> => {
      const { admin } = await service.team();
      const consent = await (await person(service, admin.account_id, admin.email)).visit(app.url());
      return urlParameters((await consent.press("Allow")).url);
    };
    const outcomes = [];
    for (let team = 1; team <= 5; team++) {
      outcomes.push(await approve());
    }
    // Of two that come at the same time for the last place one gets it.
    outcomes.push(...(await Promise.all([approve(), approve()])));
    expect(outcomes.filter((outcome) => "code" in outcome)).toHaveLength(6);
    expect(outcomes.filter(({ error }) => error === "unauthorized_client")).toHaveLength(1);
    await service.access.moveToProduction({ app_key: app.key });
    expect(await approve()).toHaveProperty("code");
  });

  test("the authorization page refuses log-ins to unusable accounts, and gives the reason to users who know the password (Q-42)", async () => {
    const app = await addApp(service);
    const { client, members } = await service.team(
      [{ status: "suspended" }, { status: "invited" }, { status: "active" }],
      { name: "Ice & Snow" },
    );
    const [suspended, invited, removed] = members;
    const user = { ".tag": "team_member_id", team_member_id: removed?.team_member_id ?? "" } as const;
    await client.team.membersRemove({ user });
    for (const [member, reason] of [
      [suspended, "You are suspended from the team Ice &amp; Snow."],
      [invited, "Accept the invitation to the team Ice &amp; Snow first."],
      [removed, "You are no longer on the team Ice &amp; Snow."],
    ] as const) {
      const robin = await person(service, member?.account_id ?? "", member?.email ?? "");
      const page = await robin.visit(app.url());
      expect([page.status, page.text.includes(reason)]).toEqual([400, true]);
      const guess = await page.press("Log in", { email: robin.email, password: "x" });
      expect([guess.status, guess.text.includes("The email or password is wrong.")]).toEqual([400, true]);
    }
  });

  test("the authorization page refuses a wrong password", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    const page = await robin.browser.open(app.url());
    for (const fields of [
      { email: robin.email },
      { email: robin.email, password: "x" },
      { email: "x", password: "" },
    ]) {
      expect((await page.press("Log in", fields)).status).toBe(400);
    }
  });

  test("the authorization page limits guesses of passwords, without blocking users who know theirs", async () => {
    const app = await addApp(service);
    const email = `i.${newEmail()}`;
    const robin = await person(service, (await service.controls.addAccount({ email })).account_id, email);
    vi.useFakeTimers({ toFake: ["Date"] }); // as they count anew each minute
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Math.floor(Date.now() / 60_000) * 60_000 + 15_000);
    for (let logIn = 1; logIn <= 11; logIn++) {
      expect((await robin.visit(app.url())).status).toBe(200);
      robin.browser.cookie = "";
    }
    const page = await robin.browser.open(app.url());
    for (let guess = 1; guess <= 10; guess++) {
      expect((await page.press("Log in", { email: robin.email, password: "x" })).status).toBe(400);
    }
    // A database may take this letter for an i, or for none that anybody has.
    const respelled = { email: email.replace("i", "\u0130"), password: "correct horse" };
    expect([400, 429]).toContain((await page.press("Log in", respelled)).status);
    robin.browser.cookie = "";
    const refused = await robin.visit(app.url()); // not even with the right one
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "45"]);
    expect(refused.text).toContain("Please wait a minute and try again.");
    vi.setSystemTime(Date.now() + 45_000);
    expect((await robin.visit(app.url())).status).toBe(200);
  });

  test("the authorization page accepts forms only from its own pages, in the same browser", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    const consent = await robin.visit(app.url());
    for (const token of ["", "x"]) {
      expect((await consent.press("Allow", { token })).status).toBe(403);
    }
    const elsewhere = new Browser(service.url);
    const form = new URLSearchParams({ decision: "allow", account: robin.accountId });
    expect((await elsewhere.open(app.url(), form)).status).toBe(403);
    expect(urlParameters((await consent.press("Allow")).url)).toHaveProperty("code");
  });

  test("the authorization page keeps the session in a cookie that is hidden from scripts and other sites, and changes it at log-in", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    const response = await fetch(app.url());
    expect(response.headers.get("set-cookie")).toMatch(/; HttpOnly; SameSite=Lax/);
    await robin.browser.open(app.url());
    const before = robin.browser.cookie;
    await robin.visit(app.url());
    expect(robin.browser.cookie).not.toBe(before);
    const planted = new Browser(service.url);
    planted.cookie = before;
    expect((await planted.open(app.url())).text).toContain("Password");
  });
});
