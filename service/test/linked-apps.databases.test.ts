import { createClient } from "cloud-storage-api";
import { expect, test } from "vitest";
import { describeOwnService, type TestedService } from "./support/service.js";

/** Links a new app to an account. Returns its key and a token. */
async function linkApp(service: TestedService, account_id: string): Promise<{ key: string; token: string }> {
  const { key } = await service.controls.addApp({
    name: "Notes",
    publisher: "Paper Mill",
    publisher_url: "https://notes.example",
    access: "app_folder",
    permissions: [],
    redirect_uris: [],
  });
  const owner = { ".tag": "account_id", account_id } as const;
  const { access_token: token } = await service.controls.issueToken({ app_key: key, owner });
  return { key, token };
}

describeOwnService(
  "linked apps",
  (service) => {
    test("linked apps are those of the member, without the apps of the team (B-172)", async () => {
      const { client, members } = await service.team([{}, {}]);
      const [member, other] = members.map(({ team_member_id }) => team_member_id);
      const { key } = await linkApp(service, members[0]?.account_id ?? "");
      const { linked_api_apps } = await client.team.linkedAppsListMemberLinkedApps({ team_member_id: member ?? "" });
      expect(linked_api_apps).toEqual([
        {
          app_id: key,
          app_name: "Notes",
          publisher: "Paper Mill",
          publisher_url: "https://notes.example",
          linked: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string, // B-021
          is_app_folder: true,
        },
      ]);
      expect(await client.team.linkedAppsListMemberLinkedApps({ team_member_id: other ?? "" })).toEqual({
        linked_api_apps: [],
      });
      expect(await client.team.linkedAppsListMemberLinkedApps({ team_member_id: "nobody" }).outcome()).toMatchObject({
        error: { ".tag": "member_not_found" },
      });
    });

    test("linked apps are returned in pages by both routes, and a wrong cursor requires a restart (B-173, Q-26)", async () => {
      const { client, members } = await service.team([{}, {}, {}]);
      for (const { account_id } of members) {
        await linkApp(service, account_id);
      }
      for (const route of ["linkedAppsListMembersLinkedApps", "linkedAppsListTeamLinkedApps"] as const) {
        const pages = [];
        for await (const page of client.team[route]().pages()) {
          pages.push(page.apps);
        }
        expect(pages.map(({ length }) => length)).toEqual([2, 1]);
        expect(pages.flat().map(({ team_member_id }) => team_member_id)).toEqual(
          members.map(({ team_member_id }) => team_member_id),
        );
        expect(await client.team[route]({ cursor: "x" }).outcome()).toMatchObject({ error: { ".tag": "reset" } });
      }
    });

    test("linked apps can be unlinked once, which makes their tokens invalid (B-174)", async () => {
      const { client, members } = await service.team([{}, {}]);
      const [{ account_id, team_member_id }, other] = members as [(typeof members)[0], (typeof members)[0]];
      const { key, token } = await linkApp(service, account_id);
      await service.controls.issueToken({
        app_key: key,
        owner: { ".tag": "account_id", account_id: other.account_id },
      });
      const caller = createClient({ hosts: service.url, accessToken: token });
      await client.team.linkedAppsRevokeLinkedApp({ app_id: key, team_member_id });
      await expect(caller.files.getMetadata({ path: "/x" })).rejects.toMatchObject({ status: 401 });
      const again = client.team.linkedAppsRevokeLinkedApp({ app_id: key, team_member_id }).outcome();
      expect(await again).toMatchObject({ error: { ".tag": "app_not_found" } });
      const unknown = client.team.linkedAppsRevokeLinkedApp({ app_id: key, team_member_id: "nobody" }).outcome();
      expect(await unknown).toMatchObject({ error: { ".tag": "member_not_found" } });
      const { linked_api_apps } = await client.team.linkedAppsListMemberLinkedApps({
        team_member_id: other.team_member_id,
      });
      expect(linked_api_apps).toHaveLength(1);
    });

    test("linked apps cannot regain access with an OAuth 1 token (B-174)", async () => {
      const { client, members } = await service.team([{}]);
      const { account_id = "", team_member_id = "" } = members[0] ?? {};
      const { key, secret } = await service.controls.addApp({ permissions: [], redirect_uris: [] });
      const pair = await service.access.addOauth1Token({ app_key: key, account_id });
      const app = createClient({ hosts: service.url, appKey: key, appSecret: secret });
      await app.auth.tokenFromOauth1(pair);
      await client.team.linkedAppsRevokeLinkedApp({ app_id: key, team_member_id });
      expect(await app.auth.tokenFromOauth1(pair).outcome()).toMatchObject({
        error: { ".tag": "invalid_oauth1_token_info" },
      });
    });

    test("linked apps keep their folder unless its deletion is requested (B-026, B-175)", async () => {
      const { client, members } = await service.team([{}]);
      const { account_id = "", team_member_id = "" } = members[0] ?? {};
      const owner = service.clientWith(await service.userToken(account_id));
      for (const keep_app_folder of [true, false]) {
        const { key, token } = await linkApp(service, account_id);
        await service.clientWith(token).files.upload({ path: "/list.txt", mode: "overwrite" }, "milk");
        await client.team.linkedAppsRevokeLinkedApp({ app_id: key, team_member_id, keep_app_folder });
        const file = await owner.files.getMetadata({ path: "/Apps/Notes/list.txt" }).outcome();
        expect(file.ok).toBe(keep_app_folder);
      }
      const everything = await service.userToken(account_id);
      const { linked_api_apps } = await client.team.linkedAppsListMemberLinkedApps({ team_member_id });
      for (const { app_id } of linked_api_apps) {
        await client.team.linkedAppsRevokeLinkedApp({ app_id, team_member_id, keep_app_folder: false });
      }
      await expect(service.clientWith(everything).files.getMetadata({ path: "/Apps" })).rejects.toMatchObject({
        status: 401,
      });
      const stranger = service.clientWith(await service.userToken(account_id));
      expect(await stranger.files.getMetadata({ path: "/Apps" })).toMatchObject({ ".tag": "folder" });
    });

    test("linked apps of a batch are reported in order (B-176)", async () => {
      const { client, members } = await service.team([{}]);
      const { account_id = "", team_member_id = "" } = members[0] ?? {};
      const { key } = await linkApp(service, account_id);
      const { revoke_linked_app_status } = await client.team.linkedAppsRevokeLinkedAppBatch({
        revoke_linked_app: [
          { app_id: "none", team_member_id },
          { app_id: key, team_member_id },
          { app_id: key, team_member_id: "nobody" },
        ],
      });
      expect(revoke_linked_app_status).toEqual([
        { success: false, error_type: { ".tag": "app_not_found" } },
        { success: true },
        { success: false, error_type: { ".tag": "member_not_found" } },
      ]);
    });
  },
  { MEMBERS_PER_PAGE: "2" },
);
