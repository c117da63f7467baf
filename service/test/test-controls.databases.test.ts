import { expect, test } from "vitest";
import { describeService, newEmail } from "./support/service.js";

describeService("test controls", (service) => {
  const ask = async (route: string, arg: unknown): Promise<{ status: number; text: string }> => {
    const response = await fetch(`${service.url}/test/${route}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(arg),
    });
    return { status: response.status, text: await response.text() };
  };

  test("test controls refuse web pages, which could call them without a preflight", async () => {
    const { account_id } = await service.controls.addAccount({ email: newEmail() });
    const token = await service.userToken(account_id);
    for (const [route, body] of [
      ["storage/close_account", JSON.stringify({ account_id })],
      ["controls/clear_faults", null],
    ] as const) {
      for (const origin of ["https://evil.example", "null", service.url]) {
        const headers = { Origin: origin, "Content-Type": "text/plain; charset=service-cors-hack" };
        const response = await fetch(`${service.url}/test/${route}`, { method: "POST", headers, body });
        const text = await response.text();
        expect([route, response.status, text]).toEqual([route, 403, expect.stringContaining("Origin")]);
      }
    }
    expect((await service.post("auth/token/revoke", token, null)).status).toBe(200);
  });

  test("test controls accept all numbers that their types allow, such as numbers of licenses", async () => {
    const most = 4_294_967_295;
    const { client, members } = await service.team([{ quota: Number.MAX_SAFE_INTEGER }], {
      licenses: most,
      free_member_limit: most,
    });
    expect(members).toHaveLength(1);
    expect(await client.team.getInfo()).toMatchObject({ num_licensed_users: most });
    const person = { member_email: newEmail(), member_given_name: "Ann", member_surname: "Lee" };
    expect(await client.team.membersAdd({ new_members: [person] })).toMatchObject({
      complete: [{ ".tag": "success" }],
    });
  });

  test("test controls refuse excessive numbers, and name the field", async () => {
    const { id, admin } = await service.team();
    const bytes = 2 ** 53;
    const storage = [{ team_member_id: admin.team_member_id, shared_bytes: bytes }];
    for (const [route, arg, field] of [
      ["controls/add_account", { email: newEmail(), quota: bytes }, "quota"],
      ["controls/add_team", { members: [{ email: newEmail(), quota: bytes }] }, "quota"],
      ["activity/add_days", { team_id: id, days: [{ day: "2016-12-01", storage }], events: [] }, "shared_bytes"],
      ["storage/add_files", { account_id: admin.account_id, path: "/many", count: 4_294_967_295 }, "count"],
      ["controls/move_clock", { offset: Number.MAX_SAFE_INTEGER }, "offset"],
    ] as const) {
      expect(await ask(route, arg)).toEqual({ status: 400, text: expect.stringContaining(field) as string });
    }
  });

  test("test controls do not add files where there can be no folder, such as below a mount or a file", async () => {
    const { account_id } = await service.controls.addAccount({ email: newEmail() });
    const members = [{ account_id, mount_path: "/Shared" }];
    await service.storage.addSharedFolder({ owner: account_id, members });
    const { files } = service.clientWith(await service.userToken(account_id));
    await files.upload({ path: "/file" }, "x");
    await files.createFolder({ path: "/Folder" });
    for (const [path, reason] of [
      ["/shared", "mounted"],
      ["/Shared/many", "mounted"],
      ["/Shared/a/b", "mounted"],
      ["/file", "file"],
      ["/file/many", "file"],
      ["many", "slash"],
      ["/a//b", "component"],
      ["/a/..", "component"],
      ["", "root"],
      ["/", "root"],
    ] as const) {
      const answer = await ask("storage/add_files", { account_id, path, count: 2 });
      expect([path, answer.status, answer.text]).toEqual([path, 409, expect.stringContaining(reason)]);
      expect(JSON.parse(answer.text)).toMatchObject({ error: { ".tag": "impossible" } });
    }
    for (const path of ["/FOLDER", "/a/b/c", "/Folder/d/"]) {
      expect((await ask("storage/add_files", { account_id, path, count: 2 })).status).toBe(200);
    }
    expect(await service.storage.findInconsistencies()).toEqual([]);
    expect((await files.listFolder({ path: "/folder" })).entries).toMatchObject([
      { path_display: "/Folder/d" },
      { path_display: "/Folder/file-1" },
      { path_display: "/Folder/file-2" },
    ]);
    expect((await files.listFolder({ path: "/a/b/c" })).entries).toHaveLength(2);
  });

  test("test controls mount folders only at free places where there can be a folder", async () => {
    const { account_id } = await service.controls.addAccount({ email: newEmail() });
    const mountAt = (mount_path: string): ReturnType<typeof ask> =>
      ask("storage/add_shared_folder", { owner: account_id, members: [{ account_id, mount_path }] });
    expect((await mountAt("/Shared")).status).toBe(200);
    const { files } = service.clientWith(await service.userToken(account_id));
    await files.upload({ path: "/file" }, "x");
    for (const [path, reason] of [
      ["/shared", "mounted"],
      ["/Shared/below", "mounted"],
      ["/file/below", "file"],
      ["/file", "file"],
      ["x", "slash"],
      ["", "root"],
    ] as const) {
      const answer = await mountAt(path);
      expect([path, answer.status, answer.text]).toEqual([path, 409, expect.stringContaining(reason)]);
    }
    expect((await mountAt("/a/b")).status).toBe(200);
    expect(await service.storage.findInconsistencies()).toEqual([]);
  });

  test("test controls name an email that is taken", async () => {
    const email = newEmail();
    const problem = (kind: string): object => ({
      status: 409,
      text: expect.stringContaining(`A ${kind} account with the email ${email} already exists.`) as string,
    });
    await service.controls.addAccount({ email });
    expect(await ask("controls/add_account", { email })).toEqual(problem("personal"));
    const twice = [{ email: newEmail() }, { email }, { email }];
    expect(await ask("controls/add_team", { members: twice })).toEqual(problem("work"));
  });

  test("test controls refuse inconsistent arguments, such as a folder without an owner", async () => {
    const { id } = await service.team();
    const days = [
      { day: "2016-12-01", storage: [] },
      { day: "2016-12-01", storage: [] },
    ];
    for (const [route, arg] of [
      ["storage/add_shared_folder", { owner: "aid:nobody", name: "Plans", members: [] }],
      ["storage/add_team_folder", { team_id: "tid:none", name: "Plans", members: [] }],
      ["controls/issue_token", { app_key: "none", owner: { ".tag": "team_id", team_id: id } }],
      ["controls/add_members", { team_id: "tid:none", members: [{ email: newEmail() }] }],
      ["activity/add_days", { team_id: id, days, events: [] }],
      ["activity/add_web_session", { team_member_id: "mid:nobody" }],
    ] as const) {
      const { status, text } = await ask(route, arg);
      expect([route, status, text]).toEqual([
        route,
        expect.toBeOneOf([400, 409]),
        expect.not.stringContaining("Internal"),
      ]);
    }
  });
});
