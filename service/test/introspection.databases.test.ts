import { expect, test } from "vitest";
import { addApp, callback, person, type TestedApp } from "./support/people.js";
import { describeService, type TestedService } from "./support/service.js";

describeService("the introspection of tokens (RFC 7662)", (service) => {
  test("the introspection of tokens names the administrator who approved the token of a team, while they administer it", async () => {
    const team = await service.team([{ role: "team_admin", given_name: "Bo", surname: "Arch" }]);
    const [bo] = team.members;
    const app = await addApp(service, { kind: "team", permissions: ["Team information"] });
    const administrator = await person(service, bo?.account_id ?? "", bo?.email ?? "");
    const consent = await administrator.visit(app.url());
    const code = new URL((await consent.press("Allow")).url).searchParams.get("code") ?? "";
    const token = await exchange(service, app, code);
    expect(await introspect(service, app, token)).toMatchObject({
      active: true,
      client_id: app.key,
      token_type: "bearer",
      username: bo?.email,
      name: "Bo Arch",
    });
    const user = { ".tag": "team_member_id", team_member_id: bo?.team_member_id ?? "" } as const;
    await team.client.team.membersSetAdminPermissions({ user, new_role: "member_only" });
    expect(await introspect(service, app, token)).toEqual({ active: false });
  });

  test("the introspection of tokens identifies nobody for a user token, because the service is not an identity provider", async () => {
    const { account_id } = await service.controls.addAccount({ email: `${crypto.randomUUID()}@example.com` });
    const app = await addApp(service);
    const owner = { ".tag": "account_id", account_id } as const;
    const { access_token } = await service.controls.issueToken({ app_key: app.key, owner });
    const answer = await introspect(service, app, access_token);
    expect(answer).toMatchObject({ active: true, client_id: app.key });
    expect(answer).not.toHaveProperty("username");
  });

  test("the introspection of tokens reveals nothing about unknown tokens or those of other apps, and nothing without the secret", async () => {
    const team = await service.team();
    const app = await addApp(service);
    expect(await introspect(service, app, "cst.none")).toEqual({ active: false });
    expect(await introspect(service, app, team.token)).toEqual({ active: false });
    const body = new URLSearchParams({ client_id: app.key, token: team.token });
    const response = await fetch(`${service.url}/oauth2/introspect`, { method: "POST", body });
    expect([response.status, await response.text()]).toEqual([400, "The secret of the app is missing."]);
  });
});

async function exchange(service: TestedService, { key, secret }: TestedApp, code: string): Promise<string> {
  const body = new URLSearchParams({
    client_id: key,
    client_secret: secret,
    code,
    grant_type: "authorization_code",
    redirect_uri: callback,
  });
  const response = await fetch(`${service.url}/oauth2/token`, { method: "POST", body });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function introspect(service: TestedService, { key, secret }: TestedApp, token: string): Promise<unknown> {
  const body = new URLSearchParams({ client_id: key, client_secret: secret, token });
  return (await fetch(`${service.url}/oauth2/introspect`, { method: "POST", body })).json();
}
