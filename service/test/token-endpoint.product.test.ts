import {
  createPkce,
  exchangeCode,
  OAuthError,
  readCodeRedirect,
  type ExchangeCodeOptions,
} from "cloud-storage-api/oauth";
import { expect, test } from "vitest";
import { addApp, addPerson, callback, person, type TestedApp } from "./support/people.js";
import { describeService, moveClock, type TestedService } from "./support/service.js";

type Fields = Readonly<Record<string, string | undefined>>;

describeService("the token endpoint", (service) => {
  test("the token endpoint accepts the credentials of the app as parameters, as HTTP Basic, or as both if they agree (B-076, Q-14)", async () => {
    const { app, newCode, accountId } = await approveApp(service);
    for (const credentials of ["form", "header"] as const) {
      const tokens = await exchangeCode({ ...options(service, app, await newCode()), credentials });
      expect(tokens).toMatchObject({ account_id: accountId, uid: expect.any(String) as string });
    }
    const both = await post(service, { ...form(app, await newCode()) }, basic(app.key, app.secret));
    expect(both.status).toBe(200);
  });

  test("the token endpoint responds with uncacheable JSON, and does not redirect (B-075, B-078)", async () => {
    const { app, newCode, accountId } = await approveApp(service);
    const response = await post(service, form(app, await newCode()));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("location")).toBeNull();
    const body = (await response.json()) as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(["access_token", "account_id", "token_type", "uid"]);
    expect(body).toMatchObject({ token_type: "bearer", account_id: accountId });
  });

  test("the token endpoint refuses an app without credentials, or with wrong ones, in plain text (B-076, B-082)", async () => {
    const { app, newCode } = await approveApp(service);
    const code = await newCode();
    const other = await addApp(service);
    const nobody = { client_id: undefined, client_secret: undefined };
    await expectRefusals(service, app, code, [
      [{ client_secret: "x" }, "secret"],
      [{ client_secret: undefined }, "secret"],
      [nobody, "missing"],
      [{ client_id: "nobody" }, "key"],
      [nobody, "wrong", basic(app.key, "x")],
      [nobody, "missing", "Basic !"],
      [{}, "header", basic(other.key, other.secret)],
      [{ client_secret: undefined }, "header", basic(other.key, app.secret)],
    ]);
    expect((await post(service, form(app, code))).status).toBe(200);
  });

  test("the token endpoint accepts only the grant type authorization_code, and no repeated parameters (B-077, B-082)", async () => {
    const { app, newCode } = await approveApp(service);
    const code = await newCode();
    await expectRefusals(service, app, code, [
      [{ grant_type: "refresh_token" }, "no refresh tokens are issued"],
      [{ grant_type: "password" }, "grant_type must be authorization_code"],
      [{ grant_type: undefined }, "grant_type"],
      [{ code: undefined }, "code"],
    ]);
    const url = `${service.url}/oauth2/token`;
    const twice = new URLSearchParams(`${String(new URLSearchParams(dropUndefined(form(app, code))))}&code=x`);
    expect((await fetch(url, { method: "POST", body: twice })).status).toBe(400);
    const json = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(form(app, code)),
    });
    expect(json.status).toBe(400);
    expect((await post(service, form(app, code))).status).toBe(200);
  });

  test("the token endpoint requires the redirect URI of the authorization request, or none if there was none (B-078)", async () => {
    const { app, robin, newCode } = await approveApp(service);
    const code = await newCode();
    await expectRefusals(service, app, code, [
      [{ redirect_uri: `${callback}/` }, "redirect_uri"],
      [{ redirect_uri: undefined }, "redirect_uri"],
    ]);
    expect((await post(service, form(app, code))).status).toBe(200);
    const page = await robin.browser.open(app.url({ redirectUri: undefined }));
    const [, shown = ""] = /class="code">(\w+)</.exec((await page.press("Allow")).text) ?? [];
    await expectRefusals(service, app, shown, [[{}, "redirect_uri"]]);
    expect((await post(service, { ...form(app, shown), redirect_uri: undefined })).status).toBe(200);
  });

  test("the token endpoint returns the id of the team, and no account id, to a team app (B-079)", async () => {
    const { id, admin } = await service.team();
    const app = await addApp(service, { kind: "team", permissions: ["Team information"] });
    const consent = await (await person(service, admin.account_id, admin.email)).visit(app.url());
    const { code } = readCodeRedirect((await consent.press("Allow")).url, { state: undefined });
    const response = await post(service, form(app, code));
    const { access_token, ...rest } = (await response.json()) as { access_token: string };
    expect(rest).toEqual({ token_type: "bearer", team_id: id });
    expect((await service.clientWith(access_token).team.membersList()).members).toHaveLength(1);
  });

  test("the token endpoint accepts a code once, even with concurrent requests, and only from its own app (B-080)", async () => {
    const { app, newCode } = await approveApp(service);
    const code = await newCode();
    const other = await addApp(service);
    const stolen = await post(service, form(other, code));
    expect([stolen.status, await stolen.text()]).toEqual([400, expect.stringContaining("another app")]);
    const both = await Promise.all([post(service, form(app, code)), post(service, form(app, code))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await post(service, form(app, code))).status).toBe(400);
    await expect(exchangeCode(options(service, app, "guessed"))).rejects.toThrow(OAuthError);
  });

  test("the token endpoint revokes the token of a code that its app sends again, and of no code of others (RFC 9700, section 2.1.1)", async () => {
    const { app, newCode } = await approveApp(service);
    const [replayed, other] = [await newCode(), await newCode()];
    const { access_token: token } = await exchangeCode(options(service, app, replayed));
    const { access_token: otherToken } = await exchangeCode(options(service, app, other));
    const thief = await addApp(service);
    expect((await post(service, form(thief, replayed))).status).toBe(400);
    const path = "files/list_folder";
    expect((await service.post(path, token, { path: "" })).status).toBe(200);
    expect((await post(service, form(app, replayed))).status).toBe(400);
    expect((await service.post(path, token, { path: "" })).status).toBe(401);
    expect((await service.post(path, otherToken, { path: "" })).status).toBe(200);
  });

  test("the token endpoint accepts a code for 10 minutes (Q-15)", async () => {
    const { app, newCode } = await approveApp(service);
    const [first, second] = [await newCode(), await newCode()];
    await moveClock(service, 10 * 60_000 - 30_000);
    expect((await post(service, form(app, first))).status).toBe(200);
    await moveClock(service, 10 * 60_000 + 1_000);
    const expired = await post(service, form(app, second));
    expect([expired.status, await expired.text()]).toEqual([400, expect.stringContaining("has expired")]);
  });

  test("the token endpoint refuses a code if its user has been suspended or removed since, or is no longer an administrator (Q-42, B-104)", async () => {
    const team = await service.team([{}, {}, { role: "team_admin" }, { role: "team_admin" }, { role: "team_admin" }]);
    const ofUsers = await addApp(service);
    const ofTeams = await addApp(service, { kind: "team", permissions: ["Team information"] });
    const codes = [];
    for (const [index, { account_id, email }] of team.members.entries()) {
      const app = index < 2 ? ofUsers : ofTeams;
      const consent = await (await person(service, account_id, email)).visit(app.url({ forceReapprove: true }));
      codes.push({ app, code: readCodeRedirect((await consent.press("Allow")).url, { state: undefined }).code });
    }
    const [first, second, third, fourth] = team.members.map(
      ({ team_member_id }) => ({ ".tag": "team_member_id", team_member_id }) as const,
    );
    if (!first || !second || !third || !fourth) {
      throw new Error("Somebody is missing.");
    }
    await team.client.team.membersSuspend({ user: first });
    await team.client.team.membersRemove({ user: second });
    await team.client.team.membersSuspend({ user: third });
    await team.client.team.membersSetAdminPermissions({ user: fourth, new_role: "member_only" });
    const answers = await Promise.all(codes.map(({ app, code }) => post(service, form(app, code))));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 200]);
    expect(await answers[0]?.text()).toBe("The user who approved the app can no longer do so.");
  });

  test("the token endpoint binds a code to the verifier of the app that asked for it, which then needs no secret (RFC 7636)", async () => {
    const { app, newCode } = await approveApp(service);
    const { codeVerifier, codeChallenge } = await createPkce();
    const bound = options(service, app, await newCode(codeChallenge));
    await expect(exchangeCode(bound)).rejects.toThrow("code_verifier");
    const wrong = (await createPkce()).codeVerifier;
    await expect(exchangeCode({ ...bound, codeVerifier: wrong })).rejects.toThrow("code_verifier");
    const { access_token } = await exchangeCode({ ...bound, clientSecret: undefined, codeVerifier });
    await service.clientWith(access_token).auth.tokenRevoke();

    const unbound = options(service, app, await newCode());
    await expect(exchangeCode({ ...unbound, codeVerifier })).rejects.toThrow("code_verifier");
    await expect(exchangeCode({ ...unbound, codeVerifier, clientSecret: undefined })).rejects.toThrow("code_verifier");
    await expect(exchangeCode({ ...unbound, clientSecret: undefined })).rejects.toThrow("secret");
  });

  test("the token endpoint can be called from pages of other origins, for apps without a server", async () => {
    const response = await fetch(`${service.url}/oauth2/token`, {
      method: "POST",
      headers: { Origin: "https://app.example.com" },
      body: new URLSearchParams(),
    });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([400, "*"]);
  });
});

/** An app that somebody has approved, and new codes for it. */
async function approveApp(service: TestedService): Promise<{
  app: TestedApp;
  robin: Awaited<ReturnType<typeof addPerson>>;
  accountId: string;
  newCode: (codeChallenge?: string) => Promise<string>;
}> {
  const app = await addApp(service);
  const robin = await addPerson(service);
  await (await robin.visit(app.url())).press("Allow");
  const newCode = async (codeChallenge?: string): Promise<string> => {
    const { url } = await robin.browser.open(app.url({ codeChallenge }));
    return readCodeRedirect(url, { state: undefined }).code;
  };
  return { app, robin, accountId: robin.accountId, newCode };
}

function options(service: TestedService, app: TestedApp, code: string): ExchangeCodeOptions {
  const tokenUrl = `${service.url}/oauth2/token`;
  return { tokenUrl, clientId: app.key, clientSecret: app.secret, code, redirectUri: callback };
}

function form({ key, secret }: TestedApp, code: string): Fields {
  return { grant_type: "authorization_code", code, client_id: key, client_secret: secret, redirect_uri: callback };
}

function basic(key: string, secret: string): string {
  return `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
}

function dropUndefined(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function post(service: TestedService, fields: Fields, authorization?: string): Promise<Response> {
  return fetch(`${service.url}/oauth2/token`, {
    method: "POST",
    redirect: "manual",
    headers: authorization === undefined ? {} : { Authorization: authorization },
    body: new URLSearchParams(dropUndefined(fields)),
  });
}

/** Expects an exchange with changed fields to fail with 400 and a plain text that names the problem. */
async function expectRefusals(
  service: TestedService,
  app: TestedApp,
  code: string,
  cases: readonly (readonly [Fields, string, string?])[],
): Promise<void> {
  for (const [fields, reason, authorization] of cases) {
    const response = await post(service, { ...form(app, code), ...fields }, authorization);
    const type = response.headers.get("content-type")?.split(";")[0];
    expect([response.status, type, (await response.text()).includes(reason)]).toEqual([400, "text/plain", true]);
  }
}
