import { expect, test } from "vitest";
import { byMemberId, withEmail, withExternalId } from "./support/selectors.js";
import { describeService, newEmail } from "./support/service.js";

const many = (count: number): object[] => Array.from({ length: count }, () => ({}));

describeService("members/list", (service) => {
  test("members/list gives pages of at most `limit` members, each member once (B-190)", async () => {
    const { client, admin, members } = await service.team(many(24));
    const sizes: number[] = [];
    const ids: string[] = [];
    for await (const page of client.team.membersList({ limit: 10 }).pages()) {
      sizes.push(page.members.length);
      ids.push(...page.members.map(({ profile }) => profile.team_member_id));
    }
    expect(sizes).toEqual([10, 10, 5]);
    expect(ids).toEqual([admin, ...members].map(({ team_member_id }) => team_member_id));
  });

  test("members/list returns at most 1000 members per page, without a limit and with a larger one (B-256, Q-59)", async () => {
    const { client, id } = await service.team();
    await service.controls.addMembers({ team_id: id, members: many(1000).map(() => ({ email: newEmail() })) });
    for (const arg of [{}, { limit: 5000 }]) {
      const page = await client.team.membersList(arg);
      expect(page.members).toHaveLength(1000);
      expect(page.has_more).toBe(true);
    }
  });

  test("members/list refuses a limit that is not a UInt32, or is 0 (B-257)", async () => {
    const { token } = await service.team();
    for (const limit of [-1, 1.5, 4294967296, 0]) {
      const response = await service.post("team/members/list", token, { limit });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("limit");
    }
  });

  test("members/list returns removed members only on request, on later pages as well (B-190)", async () => {
    const { client, members } = await service.team(many(3));
    const removed = members[1]?.team_member_id ?? "";
    await client.team.membersRemove({ user: { ".tag": "team_member_id", team_member_id: removed } });
    const listed = async (include_removed: boolean): Promise<unknown[]> => {
      const found: unknown[] = [];
      for await (const { profile } of client.team.membersList({ limit: 1, include_removed }).items()) {
        if (profile.team_member_id === removed) {
          found.push(profile.status);
        }
      }
      return found;
    };
    expect(await listed(false)).toEqual([]);
    expect(await listed(true)).toEqual([{ ".tag": "removed", is_recoverable: true }]);
  });

  test("members/list continues correctly while members come and go (B-258)", async () => {
    const { client, id, members } = await service.team(many(9));
    const first = await client.team.membersList({ limit: 5 });
    await client.team.membersRemove({ user: byMemberId(members[0]) });
    await client.team.membersRemove({ user: byMemberId(members[8]) });
    await service.controls.addMembers({ team_id: id, members: [{ email: newEmail() }] });
    const second = await client.team.membersListContinue({ cursor: first.cursor });
    const seen = [...first.members, ...second.members].map(({ profile }) => profile.team_member_id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(members.slice(0, 8).map(({ team_member_id }) => team_member_id)));
    expect(seen).not.toContain(members[8]?.team_member_id);
  });

  test("members/list refuses invalid cursors and those of another team (B-191, B-259)", async () => {
    const [ours, theirs] = [await service.team(), await service.team()];
    const { cursor } = await theirs.client.team.membersList();
    for (const wrong of ["", "x", `${cursor}x`, cursor]) {
      const outcome = await ours.client.team.membersListContinue({ cursor: wrong }).outcome();
      expect(outcome).toMatchObject({ ok: false, error: { ".tag": "invalid_cursor" } });
    }
  });
});

describeService("members/get_info", (service) => {
  test("members/get_info returns one item for each selector, in their order, for selectors of any kind (B-189, B-212, Q-47)", async () => {
    const { client, admin, members } = await service.team([{ external_id: "E-1" }, {}]);
    const selectors = [
      byMemberId(members[1]),
      withEmail("nobody@example.com"),
      withExternalId("E-1"),
      withExternalId("e-1"),
      { ".tag": "team_member_id", team_member_id: "tmid:none" } as const,
      withEmail(admin.email.toUpperCase()),
      byMemberId(members[1]),
    ];
    const items = await client.team.membersGetInfo({ members: selectors });
    const found = items.map((item) =>
      item[".tag"] === "id_not_found" ? item.id_not_found : item.profile.team_member_id,
    );
    expect(found).toEqual([
      members[1]?.team_member_id,
      "nobody@example.com",
      members[0]?.team_member_id,
      "e-1",
      "tmid:none",
      admin.team_member_id,
      members[1]?.team_member_id,
    ]);
    expect(await client.team.membersGetInfo({ members: [] })).toEqual([]);
  });

  test("members/get_info finds nobody of another team (B-189, Q-34)", async () => {
    const [ours, theirs] = [await service.team(), await service.team([{ external_id: "E-1" }])];
    const selectors = [byMemberId(theirs.admin), withEmail(theirs.admin.email), withExternalId("E-1")];
    const items = await ours.client.team.membersGetInfo({ members: selectors });
    expect(items.map((item) => item[".tag"])).toEqual(["id_not_found", "id_not_found", "id_not_found"]);
  });
});
