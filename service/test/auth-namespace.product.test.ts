import { createClient } from "cloud-storage-api";
import { expect, test } from "vitest";
import { addApp } from "./support/people.js";
import { describeService, newEmail } from "./support/service.js";

describeService("auth/token/from_oauth1 and auth/token/revoke", (service) => {
  async function seeded(): Promise<{ accountId: string; key: string; secret: string }> {
    const { account_id } = await service.controls.addAccount({ email: newEmail() });
    return { accountId: account_id, ...(await addApp(service)) };
  }

  const asApp = (app: { key: string; secret: string }): ReturnType<typeof createClient> =>
    createClient({ hosts: service.url, appKey: app.key, appSecret: app.secret });

  test("auth/token/from_oauth1 exchanges a token of OAuth 1 for one of OAuth 2 that works (B-083)", async () => {
    const { accountId, ...app } = await seeded();
    const pair = await service.access.addOauth1Token({ app_key: app.key, account_id: accountId });
    const { oauth2_token } = await asApp(app).auth.tokenFromOauth1(pair);
    expect((await service.post("auth/token/revoke", oauth2_token, null)).status).toBe(200);
  });

  test("auth/token/from_oauth1 refuses a wrong pair (B-084)", async () => {
    const { accountId, ...app } = await seeded();
    const pair = await service.access.addOauth1Token({ app_key: app.key, account_id: accountId });
    for (const wrong of [{ oauth1_token: "x" }, { oauth1_token_secret: "x" }]) {
      const outcome = await asApp(app)
        .auth.tokenFromOauth1({ ...pair, ...wrong })
        .outcome();
      expect(outcome).toMatchObject({ ok: false, error: { ".tag": "invalid_oauth1_token_info" } });
    }
  });

  test("auth/token/from_oauth1 refuses a pair of another app, without revealing whose a wrong pair is (B-085)", async () => {
    const { accountId, ...app } = await seeded();
    const other = await addApp(service);
    const pair = await service.access.addOauth1Token({ app_key: app.key, account_id: accountId });
    expect(await asApp(other).auth.tokenFromOauth1(pair).outcome()).toMatchObject({
      error: { ".tag": "app_id_mismatch" },
    });
    expect(
      await asApp(other)
        .auth.tokenFromOauth1({ ...pair, oauth1_token_secret: "x" })
        .outcome(),
    ).toMatchObject({ error: { ".tag": "invalid_oauth1_token_info" } });
  });

  test("auth/token/from_oauth1 exchanges only for an app that proves its key and secret (B-086)", async () => {
    const { accountId, ...app } = await seeded();
    const pair = await service.access.addOauth1Token({ app_key: app.key, account_id: accountId });
    const token = await service.userToken(accountId);
    const basic = (secret: string): string => `Basic ${Buffer.from(`${app.key}:${secret}`).toString("base64")}`;
    for (const Authorization of [`Bearer ${token}`, basic("x"), "Basic !", ""]) {
      const response = await service.post("auth/token/from_oauth1", "", pair, { Authorization });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toMatch(/^Basic/);
    }
    expect((await service.post("auth/token/from_oauth1", "", pair, { Authorization: basic(app.secret) })).status).toBe(
      200,
    );
  });

  test("auth/token/from_oauth1 requires non-empty strings (B-058)", async () => {
    const { accountId, ...app } = await seeded();
    const pair = await service.access.addOauth1Token({ app_key: app.key, account_id: accountId });
    const Authorization = `Basic ${Buffer.from(`${app.key}:${app.secret}`).toString("base64")}`;
    for (const name of ["oauth1_token", "oauth1_token_secret"]) {
      const response = await service.post("auth/token/from_oauth1", "", { ...pair, [name]: "" }, { Authorization });
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(name)]);
    }
  });

  test("auth/token/revoke disables the token of the call, and no other one (B-087)", async () => {
    const { accountId } = await seeded();
    const [token, other] = [await service.userToken(accountId), await service.userToken(accountId)];
    await service.clientWith(token).auth.tokenRevoke();
    expect((await service.post("auth/token/revoke", token, null)).status).toBe(401);
    expect((await service.post("auth/token/revoke", other, null)).status).toBe(200);
  });

  test("auth/token/revoke disables the team token of the call for an app that acts for a member (B-087, B-101)", async () => {
    const { token, admin, client } = await service.team();
    const revoke = async (header: string): Promise<number> =>
      (await service.post("auth/token/revoke", token, null, { [header]: admin.team_member_id })).status;
    expect(await revoke("Service-API-Select-Admin")).toBe(400);
    await client.team.getInfo();
    expect(await revoke("Service-API-Select-User")).toBe(200);
    await expect(client.team.getInfo()).rejects.toMatchObject({ status: 401 });
  });
});
