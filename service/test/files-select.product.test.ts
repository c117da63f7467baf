import { createClient, type Client } from "cloud-storage-api";
import * as files from "cloud-storage-api/files";
import * as team from "cloud-storage-api/team";
import { expect, test } from "vitest";
import { newPerson, pathsIn, read, save } from "./support/files.js";
import { describeService } from "./support/service.js";

test("every route that continues a list has the attributes of the list (N-05)", () => {
  const all = new Map(
    [...Object.values(files), ...Object.values(team)].flatMap((value) =>
      typeof value === "object" && "attributes" in value ? [[value.path, value.attributes] as const] : [],
    ),
  );
  const continuing = [...all.keys()].filter((path) => path.endsWith("/continue"));
  expect(continuing).toHaveLength(4);
  for (const path of continuing) {
    expect(all.get(path)).toEqual(all.get(path.slice(0, -"/continue".length)));
  }
});

describeService("acting for members", (service) => {
  const acting = (token: string, who: { selectUser?: string; selectAdmin?: string }): Client =>
    createClient({ hosts: service.url, accessToken: token, ...who });

  test("an app of a team acts in the storage of a member (B-095)", async () => {
    const team = await service.team([{}]);
    const [member] = team.members;
    const client = acting(team.token, { selectUser: member?.team_member_id ?? "" });
    await save(client, "/a.txt");
    await client.files.copy({ from_path: "/a.txt", to_path: "/b.txt" });
    const own = service.clientWith(await service.userToken(member?.account_id ?? ""));
    expect(await pathsIn(own)).toEqual(["/a.txt", "/b.txt"]);
    const admin = acting(team.token, { selectUser: team.admin.team_member_id });
    expect(await pathsIn(admin)).toEqual([]);
  });

  test("acting for a member requires the permission, a team token and an active member of the team (B-090, B-096, B-097, B-103, N-11)", async () => {
    const team = await service.team([{ status: "suspended" }, { status: "invited" }, {}]);
    const other = await service.team();
    const arg = { from_path: "/a", to_path: "/b" };
    const send = (token: string, headers: Record<string, string>): Promise<Response> =>
      service.post("files/copy", token, arg, headers);
    const select = (id = ""): Record<string, string> => ({ "Service-API-Select-User": id });
    const [suspended, invited, active] = team.members;
    for (const id of [suspended?.team_member_id, invited?.team_member_id, other.admin.team_member_id, "tmid:x"]) {
      const response = await send(team.token, select(id));
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { ".tag": "invalid_select_user" } });
    }
    const weak = await service.teamToken(team.id, ["Team information", "Team member management"]);
    expect((await send(weak, select(active?.team_member_id))).status).toBe(400);
    const user = await service.userToken(active?.account_id ?? "");
    expect((await send(user, select(active?.team_member_id))).status).toBe(400);
    expect((await send(team.token, {})).status).toBe(400);
    const both = { ...select(active?.team_member_id), "Service-API-Select-Admin": team.admin.team_member_id };
    expect((await send(team.token, both)).status).toBe(400);
  });

  test("a member's app reaches team folders only where they are mounted (B-098)", async () => {
    const team = await service.team([{}]);
    const [member] = team.members;
    const { namespace_id } = await service.storage.addTeamFolder({ team_id: team.id, members: [] });
    const client = acting(team.token, { selectUser: member?.team_member_id ?? "" });
    await save(client, "/a");
    const from = await client.files.copy({ from_path: `ns:${namespace_id}/a`, to_path: "/b" }).outcome();
    expect(from).toMatchObject({ ok: false, error: { from_lookup: { ".tag": "not_found" } } });
    const to = await client.files.copy({ from_path: "/a", to_path: `ns:${namespace_id}/b` }).outcome();
    expect(to).toMatchObject({ ok: false, error: { to: { ".tag": "no_write_permission" } } });
  });

  test("an administrator's app copies between team folders, mounted or not (B-030, B-035, B-099)", async () => {
    const team = await service.team([{}]);
    const folders = await Promise.all(
      ["One", "Two"].map((name) => service.storage.addTeamFolder({ team_id: team.id, name, members: [] })),
    );
    const [one, two] = folders.map(({ namespace_id }) => `ns:${namespace_id}`);
    const client = acting(team.token, { selectAdmin: team.admin.team_member_id });
    const saved = await save(client, `${one ?? ""}/In/a.txt`);
    expect([saved.path_lower, saved.path_display]).toEqual([undefined, undefined]);
    const copy = await client.files.copy({ from_path: `${one ?? ""}/in/A.txt`, to_path: `${two ?? ""}/b.txt` });
    expect(copy).toMatchObject({ name: "b.txt", sharing_info: { parent_shared_folder_id: two?.slice(3) } });
    expect([copy.path_lower, copy.path_display]).toEqual([undefined, undefined]);
    expect(await read(client, `${two ?? ""}/b.txt`)).toContain("a.txt");
    expect((await client.files.listFolder({ path: one ?? "" })).entries).toMatchObject([{ name: "In" }]);
    const gone = await client.files.copy({ from_path: one ?? "", to_path: "/x" }).outcome();
    expect(gone).toMatchObject({ ok: false, error: { from_lookup: { ".tag": "malformed_path" } } });
  });

  test("an administrator's app does not reach a folder of others by copying its mount (B-102)", async () => {
    const team = await service.team([{}]);
    const [member] = team.members;
    const own = service.clientWith(await service.userToken(member?.account_id ?? ""));
    await own.files.createFolder({ path: "/Work" });
    const outsider = await newPerson(service);
    await service.storage.addSharedFolder({
      owner: outsider.account,
      members: [
        { account_id: outsider.account, mount_path: "/F" },
        { account_id: member?.account_id ?? "", mount_path: "/Work/Foreign" },
      ],
    });
    await save(outsider.client, "/F/a");
    const admin = acting(team.token, { selectAdmin: team.admin.team_member_id });
    const home = `ns:${member?.namespace_id ?? ""}`;
    for (const from_path of [`${home}/Work`, `${home}/Work/Foreign`]) {
      const outcome = await admin.files.copy({ from_path, to_path: "/x", allow_shared_folder: true }).outcome();
      expect(outcome).toMatchObject({
        error: { ".tag": "from_lookup", from_lookup: { ".tag": "restricted_content" } },
      });
    }
    await own.files.copy({ from_path: "/Work", to_path: "/x", allow_shared_folder: true });
    expect(await read(own, "/x/Foreign/a")).toBe("/F/a");
  });

  test("an administrator's app reaches all that members own, and nothing else (B-102)", async () => {
    const team = await service.team([{}]);
    const [member] = team.members;
    const own = service.clientWith(await service.userToken(member?.account_id ?? ""));
    await save(own, "/private.txt");
    const owned = await service.storage.addSharedFolder({
      owner: member?.account_id ?? "",
      members: [{ account_id: member?.account_id ?? "", mount_path: "/Owned" }],
    });
    await save(own, "/Owned/a");
    const outsider = await newPerson(service);
    const foreign = await service.storage.addSharedFolder({
      owner: outsider.account,
      members: [
        { account_id: outsider.account, mount_path: "/F" },
        { account_id: member?.account_id ?? "", mount_path: "/Foreign" },
      ],
    });
    await save(outsider.client, "/F/a");
    const folder = await service.storage.addTeamFolder({ team_id: team.id, members: [] });
    const client = acting(team.token, { selectAdmin: team.admin.team_member_id });
    await save(client, `ns:${folder.namespace_id}/t`);
    const home = `ns:${member?.namespace_id ?? ""}`;
    const sources = [
      `${home}/private.txt`,
      `${home}/owned/a`,
      `ns:${owned.namespace_id}/a`,
      `ns:${folder.namespace_id}/t`,
    ];
    for (const [index, from_path] of sources.entries()) {
      expect(await client.files.copy({ from_path, to_path: `/${index}` })).toMatchObject({ path_lower: `/${index}` });
    }
    const stranger = (await service.team()).admin.namespace_id;
    for (const path of [
      `ns:${foreign.namespace_id}/a`,
      `${home}/foreign/a`,
      `ns:${outsider.home}/F/a`,
      `ns:${stranger}`,
    ]) {
      const outcome = await client.files.copy({ from_path: path, to_path: "/x" }).outcome();
      expect(outcome).toMatchObject({ ok: false, error: { ".tag": "from_lookup" } });
    }
  });

  test("acting as an administrator is for administrators only, and only on routes that support it (B-100, B-101, Q-18)", async () => {
    const team = await service.team([{}, { role: "support_admin" }, { role: "user_management_admin" }]);
    const arg = { from_path: "/a", to_path: "/b" };
    for (const { team_member_id } of team.members) {
      const headers = { "Service-API-Select-Admin": team_member_id };
      const response = await service.post("files/copy", team.token, arg, headers);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { ".tag": "invalid_select_admin" } });
    }
    const headers = { "Service-API-Select-Admin": team.admin.team_member_id };
    for (const [path, body] of [
      ["files/copy_batch", { entries: [] }],
      ["files/copy_batch/check", { async_job_id: "x" }],
      ["team/members/list", {}],
    ] as const) {
      expect((await service.post(path, team.token, body, headers)).status).toBe(400);
    }
  });

  test("the iterator lists a large folder with each header that selects somebody (N-05)", async () => {
    const team = await service.team([{}]);
    const [member] = team.members;
    await service.storage.addFiles({ account_id: member?.account_id ?? "", path: "/many", count: 1200 });
    const asMember = acting(team.token, { selectUser: member?.team_member_id ?? "" });
    const asAdmin = acting(team.token, { selectAdmin: team.admin.team_member_id });
    for (const [client, path] of [
      [asMember, "/many"],
      [asAdmin, `ns:${member?.namespace_id ?? ""}/many`],
    ] as const) {
      const names = new Set<string>();
      for await (const { name } of client.files.listFolder({ path }).items()) {
        names.add(name);
      }
      expect(names.size).toBe(1200);
    }
  });

  test("a cursor is checked against the access of the user who continues the listing", async () => {
    const team = await service.team([{ role: "team_admin" }]);
    const [second] = team.members;
    await service.storage.addFiles({ account_id: team.admin.account_id, path: "/many", count: 600 });
    const path = `ns:${team.admin.namespace_id}/many`;
    const id = second?.team_member_id ?? "";
    const { cursor } = await acting(team.token, { selectAdmin: id }).files.listFolder({ path });
    const user = { ".tag": "team_member_id", team_member_id: id } as const;
    await team.client.team.membersSetAdminPermissions({ user, new_role: "member_only" });
    const demoted = await acting(team.token, { selectUser: id }).files.listFolderContinue({ cursor }).outcome();
    expect(demoted).toMatchObject({ error: { ".tag": "path", path: { ".tag": "not_found" } } });
    const other = acting(team.token, { selectAdmin: team.admin.team_member_id });
    expect(await other.files.listFolderContinue({ cursor }).outcome()).toMatchObject({ error: { ".tag": "reset" } });
    const own = await acting(team.token, { selectUser: team.admin.team_member_id }).files.listFolder({ path: "/many" });
    const rest = await other.files.listFolderContinue({ cursor: own.cursor });
    expect(rest.entries[0]).toMatchObject({ path_lower: expect.stringMatching(/^\/many\//) as string });
  });

  test("an administrator continues a listing as a member, with their own account", async () => {
    const team = await service.team([{}]);
    const [member] = team.members;
    await service.storage.addFiles({ account_id: member?.account_id ?? "", path: "/many", count: 600 });
    const client = acting(team.token, { selectAdmin: team.admin.team_member_id });
    const first = await client.files.listFolder({ path: `ns:${member?.namespace_id ?? ""}/many` });
    expect(first.has_more).toBe(true);
    const asUser = acting(team.token, { selectUser: team.admin.team_member_id });
    const second = await asUser.files.listFolderContinue({ cursor: first.cursor });
    expect(first.entries.length + second.entries.length).toBe(600);
    const other = acting(team.token, { selectUser: member?.team_member_id ?? "" });
    expect(await other.files.listFolderContinue({ cursor: first.cursor }).outcome()).toMatchObject({
      ok: false,
      error: { ".tag": "reset" },
    });
  });
});
