import type { GroupSelector, GroupsSelector, UserSelectorArg } from "cloud-storage-api/team";
import { expect, test } from "vitest";
import { catchError } from "./support/errors.js";
import { byMemberId, withEmail, withExternalId } from "./support/selectors.js";
import { describeService, newEmail, type TestedService, type TestedTeam } from "./support/service.js";

type Seeds = Parameters<TestedService["team"]>[0];

/** A team with a group that its members manage, and selectors of these members. */
async function teamWithGroup(
  service: TestedService,
  seeds: Seeds = [{}, {}, {}],
): Promise<{ team: TestedTeam; client: TestedTeam["client"]["team"]; group: GroupSelector; users: UserSelectorArg[] }> {
  const team = await service.team(seeds);
  const client = team.client.team;
  const { group_id } = await client.groupsCreate({
    group_name: "Maps",
    group_external_id: "unit-1",
    group_management_type: "user_managed",
  });
  return { team, client, group: { ".tag": "group_id", group_id }, users: team.members.map(byMemberId) };
}

/** Those who are to be in a group without being able to do anything. */
const plain = (users: readonly UserSelectorArg[]): { user: UserSelectorArg; access_type: "member" }[] =>
  users.map((user) => ({ user, access_type: "member" }));

const byExternalId: GroupSelector = { ".tag": "group_external_id", group_external_id: "unit-1" };

describeService("groups/members/add", (service) => {
  test("groups/members/add adds members immediately, and reports completion (B-155, B-169)", async () => {
    const { team, client, group, users } = await teamWithGroup(service);
    const [first, second] = users;
    const members = [
      { user: second ?? byMemberId(undefined), access_type: "owner" },
      { user: first ?? byMemberId(undefined), access_type: "member" },
    ] as const;
    const call = client.groupsMembersAdd({ group, members: [...members] });
    const { group_info } = await call;
    expect(group_info).toMatchObject({
      member_count: 2,
      members: [
        { profile: { team_member_id: team.members[1]?.team_member_id }, access_type: { ".tag": "owner" } },
        { profile: { team_member_id: team.members[0]?.team_member_id }, access_type: { ".tag": "member" } },
      ],
    });
    const listed = await client.groupsMembersList({ group });
    expect(listed.members).toEqual(group_info.members);
    expect(listed.members[0]?.profile).not.toHaveProperty("groups");
    const infos = await client.membersGetInfo({ members: users });
    const groups = infos.map((item) => item[".tag"] === "member_info" && item.profile.groups);
    expect(groups).toEqual([[group_info.group_id], [group_info.group_id], []]);
    expect(await call.waitFor({ intervalMs: 20 })).toEqual({ ".tag": "complete" });
  });

  test("groups/members/add accepts suspended and invited members, and an empty list (B-160)", async () => {
    const { client, group, users } = await teamWithGroup(service, [{ status: "suspended" }, { status: "invited" }]);
    const { group_info } = await client.groupsMembersAdd({ group, members: plain(users) });
    expect(group_info.member_count).toBe(2);
    expect((await client.groupsMembersAdd({ group, members: [] })).group_info).toEqual(group_info);
  });

  test("groups/members/add adds nobody if one of them is already in the group, or is given twice (B-157, Q-33)", async () => {
    const { team, client, group, users } = await teamWithGroup(service);
    const [first, ...others] = users;
    await client.groupsMembersAdd({ group, members: plain(users.slice(0, 1)) });
    const sameByEmail = withEmail(team.members[1]?.email.toUpperCase() ?? "");
    for (const wrong of [users, [first ?? sameByEmail], [...others, sameByEmail]]) {
      const error = await catchError(client.groupsMembersAdd({ group, members: plain(wrong) }));
      expect(error).toEqual({ ".tag": "duplicate_user" });
    }
    expect((await client.groupsMembersList({ group })).members).toHaveLength(1);
  });

  test("groups/members/add adds a member once if two calls add them at the same time (B-264)", async () => {
    const { client, group, users } = await teamWithGroup(service, [{}]);
    const errors = await Promise.all(
      [1, 2].map(() => catchError(client.groupsMembersAdd({ group, members: plain(users) }))),
    );
    expect(errors).toEqual(expect.arrayContaining([undefined, { ".tag": "duplicate_user" }]));
  });

  test("groups/members/add names unknown users first, and then users who are not on the team (B-158, B-164, Q-34)", async () => {
    const { team, client, group, users } = await teamWithGroup(service);
    const other = await service.team([{ external_id: "E-other" }]);
    const personal = newEmail();
    await service.controls.addAccount({ email: personal });
    const [gone] = team.members;
    await client.membersRemove({ user: byMemberId(gone) });
    const unknown = newEmail();
    const known = users.slice(1);
    const nobody = [withEmail(unknown), withExternalId("E-other"), byMemberId({ team_member_id: "tmid:none" })];
    const foreign = [byMemberId(gone), byMemberId(other.admin), withEmail(other.admin.email), withEmail(personal)];
    const notFound = { ".tag": "users_not_found", users_not_found: [unknown, "E-other", "tmid:none"] };
    const notInTeam = {
      ".tag": "members_not_in_team",
      members_not_in_team: [gone?.team_member_id, other.admin.team_member_id, other.admin.email, personal],
    };
    const cases: [UserSelectorArg[], object][] = [
      [[...known, ...nobody], notFound],
      [[...known, ...foreign], notInTeam],
      [[...foreign, ...nobody], notFound],
    ];
    for (const [selectors, expected] of cases) {
      const error = await catchError(client.groupsMembersAdd({ group, members: plain(selectors) }));
      expect(error).toEqual(expected);
      expect(await catchError(client.groupsMembersRemove({ group, users: selectors }))).toEqual(expected);
    }
    expect((await client.groupsMembersList({ group })).members).toEqual([]);
  });

  test("groups/members/add refuses an owner who is suspended, or whom the group cannot have (B-160, B-161)", async () => {
    const { team, client, group, users } = await teamWithGroup(service, [
      { status: "suspended" },
      { external_id: "E-1" },
    ]);
    const owner = (user: UserSelectorArg): { user: UserSelectorArg; access_type: "owner" } => ({
      user,
      access_type: "owner",
    });
    const suspended = await catchError(client.groupsMembersAdd({ group, members: users.map(owner) }));
    expect(suspended).toEqual({ ".tag": "user_must_be_active_to_be_owner" });
    await client.groupsUpdate({ group, new_group_management_type: "company_managed" });
    const members = [...plain(users.slice(0, 1)), owner(withExternalId("E-1")), owner(withEmail(team.admin.email))];
    expect(await catchError(client.groupsMembersAdd({ group, members }))).toEqual({
      ".tag": "user_cannot_be_manager_of_company_managed_group",
      user_cannot_be_manager_of_company_managed_group: ["E-1", team.admin.email],
    });
    const { group_info } = await client.groupsMembersAdd({ group, members: plain(members.map(({ user }) => user)) });
    expect(group_info.member_count).toBe(3);
  });

  test("groups/members/add and groups/members/remove distinguish a group of another team from a missing one (B-159, B-164, Q-35)", async () => {
    const { client, group, users } = await teamWithGroup(service);
    const other = await teamWithGroup(service);
    const nowhere: GroupSelector = { ".tag": "group_id", group_id: "gid:none" };
    await client.groupsDelete(group);
    const cases: [GroupSelector, string][] = [
      [other.group, "group_not_in_team"],
      [nowhere, "group_not_found"],
      [group, "group_not_found"],
      [{ ".tag": "group_external_id", group_external_id: "unit-2" }, "group_not_found"],
    ];
    for (const [wrong, expected] of cases) {
      const added = await catchError(client.groupsMembersAdd({ group: wrong, members: plain(users) }));
      expect(added).toEqual({ ".tag": expected });
      expect(await catchError(client.groupsMembersRemove({ group: wrong, users }))).toEqual({ ".tag": expected });
    }
    const user = users[0] ?? byMemberId(undefined);
    const elsewhere = [
      () => client.groupsUpdate({ group: other.group }),
      () => client.groupsMembersList({ group: other.group }),
      () => client.groupsMembersSetAccessType({ group: other.group, user, access_type: "member" }),
    ];
    for (const call of elsewhere) {
      expect(await catchError(call())).toEqual({ ".tag": "group_not_found" });
    }
  });
});

describeService("groups/members/remove", (service) => {
  test("groups/members/remove removes members immediately, including the only owner (B-163, B-169, B-170)", async () => {
    const { client, group, users } = await teamWithGroup(service, [{}, {}]);
    const [owner, member] = users;
    if (owner === undefined || member === undefined) {
      throw new Error("There are no members.");
    }
    const members = [{ user: owner, access_type: "owner" } as const, ...plain([member])];
    await client.groupsMembersAdd({ group, members });
    const call = client.groupsMembersRemove({ group, users: [owner, owner] });
    expect((await call).group_info).toMatchObject({
      member_count: 1,
      members: [{ access_type: { ".tag": "member" } }],
    });
    const [info] = await client.membersGetInfo({ members: [owner] });
    expect(info).toMatchObject({ profile: { groups: [] } });
    expect(await call.waitFor({ intervalMs: 20 })).toEqual({ ".tag": "complete" });
  });

  test("groups/members/remove removes nobody if one of them is not in the group (B-164, Q-33)", async () => {
    const { client, group, users } = await teamWithGroup(service);
    await client.groupsMembersAdd({ group, members: plain(users.slice(1)) });
    expect(await catchError(client.groupsMembersRemove({ group, users }))).toEqual({ ".tag": "member_not_in_group" });
    expect((await client.groupsMembersList({ group })).members).toHaveLength(2);
  });
});

describeService("groups/members/set_access_type", (service) => {
  test("groups/members/set_access_type makes a member an owner and back (B-165, B-042)", async () => {
    const { team, client, group, users } = await teamWithGroup(service, [{}]);
    await client.groupsMembersAdd({ group, members: plain(users) });
    for (const access_type of ["owner", "member", { ".tag": "owner" }]) {
      const arg = { group, user: users[0], access_type };
      const response = await service.post("team/groups/members/set_access_type", team.token, arg);
      const tag = typeof access_type === "string" ? access_type : access_type[".tag"];
      expect(await response.json()).toMatchObject({
        ".tag": "group_info",
        members: [{ access_type: { ".tag": tag } }],
      });
    }
  });

  test("groups/members/set_access_type fails for those who are not in the group, or cannot be owners (B-165, B-160)", async () => {
    const { client, group, users } = await teamWithGroup(service, [{}, {}, { status: "suspended" }]);
    const [member, outsider, suspended] = users;
    await client.groupsMembersAdd({ group, members: plain(users.filter((user) => user !== outsider)) });
    const set = (user: UserSelectorArg | undefined): Promise<unknown> =>
      catchError(
        client.groupsMembersSetAccessType({ group, user: user ?? byMemberId(undefined), access_type: "owner" }),
      );
    expect(await set(outsider)).toEqual({ ".tag": "member_not_in_group" });
    expect(await set(withEmail(newEmail()))).toEqual({ ".tag": "member_not_in_group" });
    expect(await set(suspended)).toEqual({ ".tag": "other" });
    await client.groupsUpdate({ group, new_group_management_type: "company_managed" });
    expect(await set(member)).toEqual({ ".tag": "user_cannot_be_manager_of_company_managed_group" });
  });
});

describeService("groups/members/list", (service) => {
  test("groups/members/list returns pages of at most `limit` members, in the order in which they were added (B-162)", async () => {
    const { team, client, group, users } = await teamWithGroup(service);
    await client.groupsMembersAdd({ group, members: plain(users.toReversed()) });
    const pages: (string | undefined)[][] = [];
    for await (const { members } of client.groupsMembersList({ group, limit: 1 }).pages()) {
      pages.push(members.map(({ profile }) => profile.team_member_id));
    }
    expect(pages).toEqual(team.members.toReversed().map(({ team_member_id }) => [team_member_id]));
    const { members, has_more } = await client.groupsMembersList({ group });
    expect([members.length, has_more]).toEqual([3, false]);
  });

  test("groups/members/list continues correctly while members come and go (B-258)", async () => {
    const { team, client, group, users } = await teamWithGroup(service, [{}, {}, {}, {}]);
    await client.groupsMembersAdd({ group, members: plain(users.slice(0, 3)) });
    const first = await client.groupsMembersList({ group, limit: 1 });
    await client.groupsMembersRemove({ group, users: users.slice(0, 2) });
    await client.groupsMembersAdd({ group, members: plain(users.slice(3)) });
    const second = await client.groupsMembersListContinue({ cursor: first.cursor });
    const third = await client.groupsMembersListContinue({ cursor: second.cursor });
    const seen = [first, second, third].flatMap(({ members }) => members.map(({ profile }) => profile.team_member_id));
    expect(seen).toEqual([0, 2, 3].map((index) => team.members[index]?.team_member_id));
  });

  test("groups/members/list refuses wrong limits and cursors, also of a group that is deleted meanwhile (B-154, B-257, B-259, Q-32)", async () => {
    const { team, client, group } = await teamWithGroup(service);
    const other = await teamWithGroup(service);
    for (const limit of [-1, 1.5, 4294967296, 0]) {
      expect((await service.post("team/groups/members/list", team.token, { group, limit })).status).toBe(400);
    }
    const { cursor } = await client.groupsMembersList({ group });
    const { cursor: foreign } = await other.client.groupsMembersList({ group: other.group });
    const { cursor: groups } = await client.groupsList();
    expect(await catchError(client.groupsMembersListContinue({ cursor }))).toBeUndefined();
    await client.groupsDelete(group);
    for (const wrong of ["", "x", foreign, groups, cursor]) {
      const error = await catchError(client.groupsMembersListContinue({ cursor: wrong }));
      expect(error).toEqual({ ".tag": "invalid_cursor" });
    }
  });
});

describeService("groups", (service) => {
  test("groups are found by external ids in all calls as by ids (B-168)", async () => {
    const { client, users } = await teamWithGroup(service, [{}]);
    const group = byExternalId;
    const user = users[0] ?? byMemberId(undefined);
    const { group_info } = await client.groupsMembersAdd({ group, members: plain(users) });
    expect(group_info).toMatchObject({ group_external_id: "unit-1", member_count: 1 });
    const owner = await client.groupsMembersSetAccessType({ group, user, access_type: "owner" });
    expect(owner).toMatchObject({ group_id: group_info.group_id });
    expect((await client.groupsMembersList({ group })).members).toHaveLength(1);
    expect((await client.groupsMembersRemove({ group, users })).group_info.member_count).toBe(0);
    expect((await client.groupsUpdate({ group, new_group_name: "Plans" })).group_name).toBe("Plans");
    const ids: GroupsSelector = { ".tag": "group_external_ids", group_external_ids: ["unit-1"] };
    expect(await client.groupsGetInfo(ids)).toMatchObject([{ ".tag": "group_info", group_name: "Plans" }]);
    await client.groupsDelete(group);
    expect(await client.groupsGetInfo(ids)).toEqual([{ ".tag": "id_not_found", id_not_found: "unit-1" }]);
  });

  test("groups omit their members unless these are requested (B-156)", async () => {
    const { client, group, users } = await teamWithGroup(service, [{}]);
    const user = users[0] ?? byMemberId(undefined);
    const quiet = { group, return_members: false } as const;
    const added = await client.groupsMembersAdd({ ...quiet, members: plain(users) });
    const set = await client.groupsMembersSetAccessType({ ...quiet, user, access_type: "owner" });
    const updated = await client.groupsUpdate({ ...quiet });
    const removed = await client.groupsMembersRemove({ ...quiet, users });
    for (const info of [added.group_info, set, updated, removed.group_info]) {
      expect(info).toHaveProperty("group_name", "Maps");
      expect(info).toHaveProperty("members", undefined);
    }
    const asked = await client.groupsMembersAdd({ group, members: plain(users) });
    expect(asked.group_info.members).toHaveLength(1);
  });
});
