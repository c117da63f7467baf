import { exchangeCode, readCodeRedirect, readTokenRedirect } from "cloud-storage-api/oauth";
import { expect, test } from "vitest";
import { addApp, addPerson, callback, person, type TestedApp } from "./support/people.js";
import { describeService, type TestedService, type TestedTeam } from "./support/service.js";

const permissions = ["Team information", "Team member management"];

describeService("a team token", (service) => {
  test.each(["code", "token"] as const)(
    "a team token stops working when the administrator who approved it in the flow `%s` is demoted, suspended or removed",
    async (flow) => {
      const administrator = { role: "team_admin" } as const;
      const team = await service.team([administrator, administrator, administrator, administrator]);
      const app = await addApp(service, { kind: "team", permissions });
      const tokens = await approveAll(service, app, team, flow);
      expect(await statuses(service, tokens)).toEqual([200, 200, 200, 200]);

      const [demoted, suspended, removed, last] = selectors(team);
      await team.client.team.membersSetAdminPermissions({ user: demoted, new_role: "support_admin" });
      expect(await statuses(service, tokens)).toEqual([401, 200, 200, 200]);
      await team.client.team.membersSuspend({ user: suspended });
      expect(await statuses(service, tokens)).toEqual([401, 401, 200, 200]);
      await team.client.team.membersRemove({ user: removed });
      expect(await statuses(service, tokens)).toEqual([401, 401, 401, 200]);
      await team.client.team.membersRemove({ user: last, keep_account: true, wipe_data: false });
      expect(await statuses(service, tokens)).toEqual([401, 401, 401, 401]);
    },
  );

  test("a team token works again when the administrator who approved it gets the role back", async () => {
    const team = await service.team([{ role: "team_admin" }]);
    const app = await addApp(service, { kind: "team", permissions });
    const tokens = await approveAll(service, app, team, "code");
    const [user] = selectors(team);
    await team.client.team.membersSetAdminPermissions({ user, new_role: "member_only" });
    expect(await statuses(service, tokens)).toEqual([401]);
    await team.client.team.membersSetAdminPermissions({ user, new_role: "team_admin" });
    expect(await statuses(service, tokens)).toEqual([200]);
  });
});

describeService("the revocation endpoint (RFC 7009)", (service) => {
  test("the revocation endpoint revokes a token of the app that calls, with or without its secret", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    for (const secret of [app.secret, undefined]) {
      const { access_token } = await codeToken(service, app, await robin.visit(app.url({ forceReapprove: true })));
      robin.browser.cookie = "";
      expect(await revoke(service, { client_id: app.key, client_secret: secret, token: access_token })).toBe(200);
      await expect(service.clientWith(access_token).auth.tokenRevoke()).rejects.toMatchObject({ status: 401 });
    }
  });

  test("the revocation endpoint responds with 200 for an unknown token, and with 400 for one of another app or wrong credentials", async () => {
    const [app, other] = [await addApp(service), await addApp(service)];
    const robin = await addPerson(service);
    const { access_token: token } = await codeToken(service, app, await robin.visit(app.url()));
    expect(await revoke(service, { client_id: app.key, client_secret: app.secret, token: "nobody's" })).toBe(200);
    for (const [form, reason] of [
      [{ client_id: other.key, client_secret: other.secret, token }, "another app"],
      [{ client_id: app.key, client_secret: "x", token }, "secret"],
      [{ client_id: "x", token }, "key"],
      [{ client_id: app.key }, "token"],
      [{ token }, "key"],
    ] as const) {
      const response = await postForm(service, form);
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(reason)]);
    }
    await service.clientWith(token).auth.tokenRevoke();
  });

  test("the revocation endpoint ends only the log-in session in which the token was approved, on request of the app", async () => {
    const app = await addApp(service);
    const [robin, kim] = [await addPerson(service), await addPerson(service)];
    const { access_token: token } = await codeToken(service, app, await robin.visit(app.url()));
    // The secret of the session changes with each log-in: the token still knows its own.
    const consent = await robin.browser.open(app.url({ forceReapprove: true }));
    await (await consent.follow("Use another account")).press("Log in", { email: kim.email, password: "x" });
    const again = await robin.browser.open(app.url({ forceReapprove: true }));
    expect(again.text).toContain(robin.email);

    expect(await revoke(service, { client_id: app.key, token, end_session: "true" })).toBe(200);
    expect((await robin.browser.open(app.url())).text).toContain("Password");

    const { access_token: next } = await codeToken(service, app, await robin.visit(app.url()));
    expect(await revoke(service, { client_id: app.key, token: next })).toBe(200);
    expect((await robin.browser.open(app.url({ forceReapprove: true }))).text).toContain(robin.email);
  });
});

/** Makes all administrators of a team approve an app. Returns their tokens. */
async function approveAll(
  service: TestedService,
  app: TestedApp,
  team: TestedTeam,
  flow: "code" | "token",
): Promise<string[]> {
  const tokens = [];
  for (const { account_id, email } of team.members) {
    const consent = await (
      await person(service, account_id, email)
    ).visit(app.url({ responseType: flow, forceReapprove: true }));
    const granted =
      flow === "code"
        ? await codeToken(service, app, consent)
        : readTokenRedirect((await consent.press("Allow")).url, { state: undefined });
    tokens.push(granted.access_token);
  }
  return tokens;
}

type Shown = Awaited<ReturnType<Awaited<ReturnType<typeof addPerson>>["visit"]>>;

async function codeToken(service: TestedService, app: TestedApp, consent: Shown): ReturnType<typeof exchangeCode> {
  // Somebody who has approved the app before has been redirected at once.
  const { url } = consent.url.startsWith(callback) ? consent : await consent.press("Allow");
  const { code } = readCodeRedirect(url, { state: undefined });
  const tokenUrl = `${service.url}/oauth2/token`;
  return exchangeCode({ tokenUrl, clientId: app.key, clientSecret: app.secret, code, redirectUri: callback });
}

/** The status of a call with each token. */
async function statuses(service: TestedService, tokens: readonly string[]): Promise<number[]> {
  return Promise.all(tokens.map(async (token) => (await service.post("team/members/list", token, {})).status));
}

interface Selector {
  readonly ".tag": "team_member_id";
  readonly team_member_id: string;
}

function selectors({ members }: TestedTeam): [Selector, Selector, Selector, Selector] {
  const all = members.map(({ team_member_id }) => ({ ".tag": "team_member_id", team_member_id }) as const);
  return all as unknown as [Selector, Selector, Selector, Selector];
}

type Form = Readonly<Record<string, string | undefined>>;

function postForm(service: TestedService, form: Form): Promise<Response> {
  const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return fetch(`${service.url}/oauth2/revoke`, { method: "POST", body: new URLSearchParams(given) });
}

async function revoke(service: TestedService, form: Form): Promise<number> {
  return (await postForm(service, form)).status;
}
