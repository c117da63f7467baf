import type { GroupSelector } from "cloud-storage-api/team";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { catchError } from "./support/errors.js";
import { byMemberId } from "./support/selectors.js";
import { describeService, type TestedTeam } from "./support/service.js";

const withId = (group_id: string): GroupSelector => ({ ".tag": "group_id", group_id });
const withExternalId = (group_external_id: string): GroupSelector => ({
  ".tag": "group_external_id",
  group_external_id,
});

/** Creates a group. Returns its id. */
async function createGroup({ client }: TestedTeam, group_name: string, group_external_id?: string): Promise<string> {
  return (await client.team.groupsCreate({ group_name, group_external_id })).group_id;
}

/** Names that no group can have. */
const invalidNames = ["", " ", "\t", "a\nb", "a\0b", "\u007f", "/", ":", "?", "*", "<", ">", '"', "|", "x".repeat(256)];

describeService("groups/create", (service) => {
  test("groups/create creates a group without members (B-023, B-146)", async () => {
    const { client } = await service.team();
    const group = await client.team.groupsCreate({
      group_name: "Cartography",
      group_external_id: "unit-17",
      group_management_type: "user_managed",
    });
    expect(group).toEqual({
      group_id: expect.stringMatching(/./) as string,
      group_name: "Cartography",
      group_external_id: "unit-17",
      group_management_type: { ".tag": "user_managed" },
      member_count: 0,
      created: expect.any(Number) as number,
      members: [],
    });
    expect(Number.isInteger(group.created)).toBe(true);
    expect(Math.abs(group.created - Date.now())).toBeLessThan(60_000);
    const found = await client.team.groupsGetInfo({ ".tag": "group_ids", group_ids: [group.group_id] });
    expect(found).toEqual([{ ".tag": "group_info", ...group }]);
  });

  test("groups/create chooses who manages a group, and takes the name of a type alone (B-148, B-042, Q-30)", async () => {
    const { client, token } = await service.team();
    const chosen = await client.team.groupsCreate({ group_name: "A" });
    expect(chosen.group_management_type).toEqual({ ".tag": "company_managed" });
    const arg = { group_name: "B", group_management_type: "user_managed" };
    const response = await service.post("team/groups/create", token, arg);
    expect(await response.json()).toMatchObject({ group_management_type: { ".tag": "user_managed" } });
  });

  test("groups/create refuses invalid names only (B-147, Q-29)", async () => {
    const { client } = await service.team();
    for (const group_name of invalidNames) {
      const error = await catchError(client.team.groupsCreate({ group_name }));
      expect([group_name, error]).toEqual([group_name, { ".tag": "group_name_invalid" }]);
    }
    for (const group_name of ["x".repeat(255), "😀".repeat(255), "O'Neil & Ünal (50 %)", "日本"]) {
      expect((await client.team.groupsCreate({ group_name })).group_name).toBe(group_name);
    }
  });

  test("groups/create keeps names unique in a team, ignoring case (B-147, Q-29)", async () => {
    const [team, other] = [await service.team(), await service.team()];
    await createGroup(other, "Maps");
    const id = await createGroup(team, "Maps");
    for (const group_name of ["Maps", "maPS"]) {
      const error = await catchError(team.client.team.groupsCreate({ group_name }));
      expect(error).toEqual({ ".tag": "group_name_already_used" });
    }
    await createGroup(team, "É");
    const composed = await catchError(team.client.team.groupsCreate({ group_name: "e\u0301" }));
    expect(composed).toEqual({ ".tag": "group_name_already_used" });
    await team.client.team.groupsDelete(withId(id));
    expect(await catchError(team.client.team.groupsCreate({ group_name: "Maps" }))).toBeUndefined();
  });

  test("groups/create keeps external ids unique in a team (B-147)", async () => {
    const [team, other] = [await service.team(), await service.team()];
    await createGroup(other, "A", "unit-1");
    const id = await createGroup(team, "A", "unit-1");
    const again = { group_name: "B", group_external_id: "unit-1" };
    expect(await catchError(team.client.team.groupsCreate(again))).toEqual({ ".tag": "external_id_already_in_use" });
    const none = await Promise.all(["C", "D"].map((name) => createGroup(team, name, "")));
    expect(new Set(none).size).toBe(2);
    await team.client.team.groupsDelete(withId(id));
    expect(await catchError(team.client.team.groupsCreate(again))).toBeUndefined();
  });

  test("groups/create refuses external ids of more than 64 characters, as does update (B-265, Q-61)", async () => {
    const { token } = await service.team();
    const long = "x".repeat(65);
    const create = { group_name: "", group_external_id: long };
    expect((await service.post("team/groups/create", token, create)).status).toBe(400);
    const update = { group: withId("gid:none"), new_group_external_id: long };
    expect((await service.post("team/groups/update", token, update)).status).toBe(400);
  });

  test("groups/create assigns a name to only one of two concurrent calls (B-264)", async () => {
    const { client } = await service.team();
    const errors = await Promise.all(
      ["Maps", "maps"].map((group_name) => catchError(client.team.groupsCreate({ group_name }))),
    );
    expect(errors).toEqual(expect.arrayContaining([undefined, { ".tag": "group_name_already_used" }]));
  });

  test("groups/create always reports the same one of two errors (B-265, Q-61)", async () => {
    const team = await service.team();
    await createGroup(team, "Maps", "unit-1");
    const arg = { group_name: "maps", group_external_id: "unit-1" };
    for (let count = 0; count < 3; count++) {
      expect(await catchError(team.client.team.groupsCreate(arg))).toEqual({ ".tag": "group_name_already_used" });
    }
  });
});

describeService("groups/update", (service) => {
  test("groups/update changes what is given and nothing else (B-166, B-048)", async () => {
    const team = await service.team([{}]);
    const id = await createGroup(team, "Maps", "unit-1");
    const update = async (change: object): Promise<unknown> => {
      const response = await service.post("team/groups/update", team.token, { group: withId(id), ...change });
      return response.json();
    };
    const before = await update({});
    expect(before).toMatchObject({ group_name: "Maps", group_external_id: "unit-1", members: [] });
    expect(await update({ new_group_external_id: null, new_group_name: null })).toEqual(before);
    expect(await update({ new_group_name: "Plans" })).toEqual({ ...(before as object), group_name: "Plans" });
    expect(await update({ new_group_external_id: "unit-2" })).toMatchObject({ group_external_id: "unit-2" });
    const cleared = await update({ new_group_external_id: "" });
    expect(cleared).toMatchObject({ group_name: "Plans" });
    expect((cleared as { group_external_id?: unknown }).group_external_id ?? undefined).toBeUndefined();
    expect(await update({ new_group_management_type: "user_managed" })).toMatchObject({
      group_name: "Plans",
      group_management_type: { ".tag": "user_managed" },
    });
  });

  test("groups/update omits the members on request (B-156)", async () => {
    const team = await service.team();
    const id = await createGroup(team, "Maps");
    const group = await team.client.team.groupsUpdate({ group: withId(id), return_members: false });
    expect(group.members).toBeUndefined();
  });

  test("groups/update refuses what create refuses, but accepts a group's own values (B-167, Q-29)", async () => {
    const team = await service.team();
    await createGroup(team, "Plans", "unit-2");
    const group = withId(await createGroup(team, "Maps", "unit-1"));
    const same = { group, new_group_name: "MAPS", new_group_external_id: "unit-1" };
    expect((await team.client.team.groupsUpdate(same)).group_name).toBe("MAPS");
    for (const new_group_name of invalidNames) {
      const error = await catchError(team.client.team.groupsUpdate({ group, new_group_name }));
      expect([new_group_name, error]).toEqual([new_group_name, { ".tag": "group_name_invalid" }]);
    }
    const taken = [{ new_group_name: "plans" }, { new_group_external_id: "unit-2", new_group_name: "Free" }];
    const errors = await Promise.all(
      taken.map((change) => catchError(team.client.team.groupsUpdate({ group, ...change }))),
    );
    expect(errors).toEqual([{ ".tag": "group_name_already_used" }, { ".tag": "external_id_already_in_use" }]);
    const { groups } = await team.client.team.groupsList();
    expect(groups.map(({ group_name }) => group_name)).toEqual(["Plans", "MAPS"]);
  });

  test("groups/update turns owners into members if only administrators manage the group (Q-36)", async () => {
    const team = await service.team([{}]);
    const group = withId(await createGroup(team, "Maps"));
    await team.client.team.groupsUpdate({ group, new_group_management_type: "user_managed" });
    const members = [{ user: byMemberId(team.members[0]), access_type: "owner" }] as const;
    await team.client.team.groupsMembersAdd({ group, members: [...members] });
    const changed = await team.client.team.groupsUpdate({ group, new_group_management_type: "company_managed" });
    expect(changed.members).toMatchObject([{ access_type: { ".tag": "member" } }]);
  });
});

describeService("groups/delete", (service) => {
  test("groups/delete deletes a group immediately, and reports completion (B-149, B-169)", async () => {
    const team = await service.team([{}]);
    const id = await createGroup(team, "Maps");
    const user = byMemberId(team.members[0]);
    await team.client.team.groupsMembersAdd({ group: withId(id), members: [{ user, access_type: "member" }] });
    const launch = team.client.team.groupsDelete(withId(id));
    await launch;
    const found = await team.client.team.groupsGetInfo({ ".tag": "group_ids", group_ids: [id] });
    expect(found).toEqual([{ ".tag": "id_not_found", id_not_found: id }]);
    const [member] = await team.client.team.membersGetInfo({ members: [user] });
    expect(member).toMatchObject({ profile: { groups: [] } });
    expect((await team.client.team.groupsList()).groups).toEqual([]);
    expect(await launch.waitFor({ intervalMs: 20 })).toEqual({ ".tag": "complete" });
  });

  test("groups/delete distinguishes a deleted group from one that never existed (B-150, Q-31)", async () => {
    const [team, other] = [await service.team(), await service.team()];
    const id = await createGroup(team, "Maps", "unit-1");
    const foreign = await createGroup(other, "Maps");
    await team.client.team.groupsDelete(withExternalId("unit-1"));
    const cases: [GroupSelector, string][] = [
      [withId(id), "group_already_deleted"],
      [withExternalId("unit-1"), "group_not_found"],
      [withId(randomUUID()), "group_not_found"],
      [withId(foreign), "group_not_found"],
    ];
    for (const [selector, expected] of cases) {
      expect(await catchError(team.client.team.groupsDelete(selector))).toEqual({ ".tag": expected });
    }
    expect((await other.client.team.groupsList()).groups).toHaveLength(1);
  });

  test("groups/delete deletes a group once if two calls delete it at the same time (B-264)", async () => {
    const team = await service.team();
    const group = withId(await createGroup(team, "Maps"));
    const errors = await Promise.all([1, 2].map(() => catchError(team.client.team.groupsDelete(group))));
    expect(errors).toEqual(expect.arrayContaining([undefined, { ".tag": "group_already_deleted" }]));
  });
});

describeService("groups/get_info", (service) => {
  test("groups/get_info returns one item for each id, in their order (B-151)", async () => {
    const team = await service.team();
    const [a, b] = [await createGroup(team, "A", "unit-a"), await createGroup(team, "B", "unit-b")];
    const byId = await team.client.team.groupsGetInfo({ ".tag": "group_ids", group_ids: [b, "gid:none", a, b] });
    const itemId = (item: (typeof byId)[number]): string =>
      item[".tag"] === "id_not_found" ? item.id_not_found : item.group_name;
    expect(byId.map(itemId)).toEqual(["B", "gid:none", "A", "B"]);
    const byExternalId = await team.client.team.groupsGetInfo({
      ".tag": "group_external_ids",
      group_external_ids: ["unit-b", "unit-c", "unit-a", a],
    });
    expect(byExternalId.map(itemId)).toEqual(["B", "unit-c", "A", a]);
  });

  test("groups/get_info fails for a group of another team (B-152)", async () => {
    const [team, other] = [await service.team(), await service.team()];
    const [ours, theirs] = [await createGroup(team, "A", "unit-1"), await createGroup(other, "B", "unit-2")];
    const call = team.client.team.groupsGetInfo({ ".tag": "group_ids", group_ids: [ours, theirs] });
    expect(await catchError(call)).toEqual({ ".tag": "group_not_on_team" });
    const found = await team.client.team.groupsGetInfo({
      ".tag": "group_external_ids",
      group_external_ids: ["unit-2"],
    });
    expect(found).toEqual([{ ".tag": "id_not_found", id_not_found: "unit-2" }]);
  });
});

describeService("groups/list", (service) => {
  test("groups/list gives pages of at most `limit` groups, each group once (B-153)", async () => {
    const team = await service.team();
    const names = Array.from({ length: 25 }, (_, index) => `Group ${index}`);
    for (const name of names) {
      await createGroup(team, name);
    }
    const pages: string[][] = [];
    for await (const { groups } of team.client.team.groupsList({ limit: 10 }).pages()) {
      pages.push(groups.map(({ group_name }) => group_name));
      expect(groups[0]).not.toHaveProperty("members");
    }
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(pages.flat()).toEqual(names);
    const all = await team.client.team.groupsList();
    expect([all.groups.length, all.has_more]).toEqual([25, false]);
    const beyond = await team.client.team.groupsListContinue({ cursor: all.cursor });
    expect(beyond).toMatchObject({ groups: [], has_more: false });
  });

  test("groups/list continues correctly while groups come and go (B-258)", async () => {
    const team = await service.team();
    const ids: string[] = [];
    for (const name of ["A", "B", "C", "D", "E"]) {
      ids.push(await createGroup(team, name));
    }
    const first = await team.client.team.groupsList({ limit: 2 });
    await team.client.team.groupsDelete(withId(ids[0] ?? ""));
    await team.client.team.groupsDelete(withId(ids[3] ?? ""));
    await createGroup(team, "F");
    const second = await team.client.team.groupsListContinue({ cursor: first.cursor });
    const third = await team.client.team.groupsListContinue({ cursor: second.cursor });
    const seen = [first, second, third].flatMap(({ groups }) => groups.map(({ group_name }) => group_name));
    expect(seen).toEqual(["A", "B", "C", "E", "F"]);
  });

  test("groups/list refuses wrong limits, and cursors of other lists and teams (B-154, B-257, B-259, Q-32, Q-59)", async () => {
    const [team, other] = [await service.team(), await service.team()];
    for (const limit of [-1, 1.5, 4294967296, 0]) {
      expect((await service.post("team/groups/list", team.token, { limit })).status).toBe(400);
    }
    const { cursor: foreign } = await other.client.team.groupsList();
    const { cursor: members } = await team.client.team.membersList();
    for (const cursor of ["", "x", foreign, members]) {
      expect(await catchError(team.client.team.groupsListContinue({ cursor }))).toEqual({ ".tag": "invalid_cursor" });
    }
  });
});
