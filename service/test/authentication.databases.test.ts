import * as team from "cloud-storage-api/team";
import { expect, test } from "vitest";
import { describeService, moveClock, newEmail, type TestedService } from "./support/service.js";

const permissions = ["Team information", "Team member management", "Team member file access"];

/** The routes of the namespace `team`, with the permission that each needs. */
const routes = Object.values(team).flatMap((value) =>
  typeof value === "object" && "attributes" in value
    ? [{ path: value.path, permission: value.attributes["permission"] as string | undefined, hasArg: value.hasArg }]
    : [],
);

describeService("authentication", (service) => {
  test("the service accepts a token in the header, ignoring the case of the scheme (B-088)", async () => {
    const { token } = await service.team();
    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      const headers = { Authorization: `${scheme} ${token}` };
      expect((await service.post("team/members/list", "", {}, headers)).status).toBe(200);
    }
  });

  test("the service accepts a token in the URL instead, but not in both places (B-018)", async () => {
    const { token } = await service.team();
    const url = `${service.url}/2/team/members/list?authorization=${encodeURIComponent(`Bearer ${token}`)}`;
    const request = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } };
    expect((await fetch(url, request)).status).toBe(200);
    const headers = { ...request.headers, Authorization: `Bearer ${token}` };
    expect((await fetch(url, { ...request, headers })).status).toBe(400);
  });

  test("the service refuses calls without credentials, with a challenge (B-088, Q-16)", async () => {
    for (const path of ["team/members/list", "auth/token/revoke"]) {
      const response = await fetch(`${service.url}/2/${path}`, { method: "POST" });
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    }
  });

  test("the service refuses unknown, revoked and expired tokens (B-091)", async () => {
    const { account_id } = await service.controls.addAccount({ email: newEmail() });
    const revoked = await service.userToken(account_id);
    await service.clientWith(revoked).auth.tokenRevoke();
    const { key } = await service.controls.addApp({ permissions: [], redirect_uris: [] });
    const owner = { ".tag": "account_id", account_id } as const;
    const { access_token } = await service.controls.issueToken({ app_key: key, owner, lifetime: 3_600 });
    await expectStatus(service, ["", "x", `${access_token}x`, "cst.", revoked], 401);
    await moveClock(service, 3_590_000);
    expect((await service.post("files/copy", access_token, {})).status).not.toBe(401);
    await moveClock(service, 3_601_000);
    await expectStatus(service, [access_token], 401);
  });

  test("the service refuses tokens of suspended and invited members (Q-42)", async () => {
    const { members } = await service.team([{}, { status: "suspended" }, { status: "invited" }]);
    const statuses = [];
    for (const { account_id } of members) {
      statuses.push((await service.post("auth/token/revoke", await service.userToken(account_id), null)).status);
    }
    expect(statuses).toEqual([200, 401, 401]);
  });

  test("the service refuses user tokens on all team routes, and team tokens on user routes (B-090, N-08)", async () => {
    expect(routes).toHaveLength(48);
    const { account_id } = await service.controls.addAccount({ email: newEmail() });
    const userToken = await service.userToken(account_id);
    const expectRefusal = async (path: string, token: string, kind: string): Promise<void> => {
      const response = await service.post(path, token, {});
      expect([path, response.status, response.headers.get("content-type"), await response.text()]).toEqual([
        path,
        400,
        expect.stringContaining("text/plain"),
        expect.stringContaining(`the credentials are for "${kind}"`),
      ]);
    };
    for (const { path } of routes) {
      await expectRefusal(path, userToken, "user");
    }
    const { token } = await service.team();
    for (const path of ["files/copy", "files/copy_batch", "auth/token/revoke"]) {
      await expectRefusal(path, token, "team");
    }
  });

  test("the service lets apps of teams do what they are permitted to, and nothing more (B-093, N-07)", async () => {
    const guarded = routes.filter(({ permission }) => permission !== undefined);
    expect(guarded).toHaveLength(33);
    const { id } = await service.team();
    for (const permission of permissions) {
      const [allowed, others] = [
        await service.teamToken(id, [permission]),
        await service.teamToken(
          id,
          permissions.filter((each) => each !== permission),
        ),
      ];
      for (const { path } of guarded.filter((route) => route.permission === permission)) {
        const refusal = await service.post(path, others, {});
        expect([path, refusal.status]).toEqual([path, 400]);
        expect(await refusal.text()).toContain(`needs the permission "${permission}"`);
        const answer = await service.post(path, allowed, {});
        expect([path, answer.status === 401, (await answer.text()).includes("needs the permission")]).toEqual([
          path,
          false,
          false,
        ]);
      }
    }
  });

  test("the service lets any team app call routes that need no permission (B-094)", async () => {
    const open = routes.filter(({ permission }) => permission === undefined);
    expect(open).toHaveLength(15);
    const token = await service.teamToken((await service.team()).id, []);
    for (const { path, hasArg } of open) {
      const answer = await service.post(path, token, hasArg ? {} : null);
      // Those that need more than an empty argument say so.
      expect([path, answer.status, await answer.text()]).toEqual([
        path,
        expect.toBeOneOf([200, 400]),
        expect.not.stringMatching(/permission|credentials/),
      ]);
    }
  });

  test("the service lets only apps of teams act for somebody (B-103)", async () => {
    const { admin } = await service.team();
    const token = await service.userToken(admin.account_id);
    for (const header of ["Service-API-Select-User", "Service-API-Select-Admin"]) {
      const response = await service.post("files/copy", token, {}, { [header]: admin.team_member_id });
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("team")]);
    }
  });
});

async function expectStatus(service: TestedService, tokens: readonly string[], status: number): Promise<void> {
  for (const token of tokens) {
    const response = await service.post("auth/token/revoke", token, null);
    expect([token, response.status]).toEqual([token, status]);
  }
}
