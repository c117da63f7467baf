import { expect, test } from "vitest";
import { describeService, newEmail } from "./support/service.js";

const many = (count: number): object[] => Array.from({ length: count }, () => ({}));

describeService("members/list", (service) => {
  test("gives pages of at most `limit` members, each member once (B-190)", async () => {
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

  test("has 1000 members on a page if no limit is given, and no more if it is larger (B-256, Q-59)", async () => {
    const { client, id } = await service.team();
    await service.controls.addMembers({ team_id: id, members: many(1000).map(() => ({ email: newEmail() })) });
    for (const arg of [{}, { limit: 5000 }]) {
      const page = await client.team.membersList(arg);
      expect(page.members).toHaveLength(1000);
      expect(page.has_more).toBe(true);
    }
  });

  test("refuses a limit that is no UInt32, and one of 0 (B-257)", async () => {
    const { token } = await service.team();
    for (const limit of [-1, 1.5, 4294967296, 0]) {
      const response = await service.post("team/members/list", token, { limit });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("limit");
    }
  });

  test("refuses a cursor that it has not given, or gave to another team (B-191, B-259)", async () => {
    const [ours, theirs] = [await service.team(), await service.team()];
    const { cursor } = await theirs.client.team.membersList();
    for (const wrong of ["", "x", `${cursor}x`, cursor]) {
      const outcome = await ours.client.team.membersListContinue({ cursor: wrong }).outcome();
      expect(outcome).toMatchObject({ ok: false, error: { ".tag": "invalid_cursor" } });
    }
  });
});
