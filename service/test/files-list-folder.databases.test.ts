import type { Client } from "cloud-storage-api";
import type { Metadata } from "cloud-storage-api/files";
import { expect, test } from "vitest";
import { newPerson, pathsIn, save } from "./support/files.js";
import { describeService } from "./support/service.js";

/** The next entries of a listing, and the cursor after them. */
async function next(client: Client, cursor: string): Promise<{ told: string[]; cursor: string }> {
  const page = await client.files.listFolderContinue({ cursor });
  expect(page.has_more).toBe(false);
  return { told: page.entries.map(line), cursor: page.cursor };
}

/** `+ /a` for an existing item, `- /a` for a deleted one. */
function line(entry: Metadata): string {
  return `${entry[".tag"] === "deleted" ? "-" : "+"} ${entry.path_display ?? entry.name}`;
}

describeService("files/list_folder", (service) => {
  test("files/list_folder lists the content of a folder, or everything below it", async () => {
    const { client } = await newPerson(service);
    await save(client, "/F/a");
    await save(client, "/F/G/b");
    await save(client, "/c");
    const lines = async (path: string, recursive = false): Promise<string[]> =>
      (await client.files.listFolder({ path, recursive })).entries.map(line);
    expect(await lines("")).toEqual(["+ /c", "+ /F"]);
    expect(await lines("/")).toEqual(["+ /c", "+ /F"]);
    expect(await lines("/f")).toEqual(["+ /F/a", "+ /F/G"]);
    expect(await lines("", true)).toEqual(["+ /c", "+ /F", "+ /F/a", "+ /F/G", "+ /F/G/b"]);
    for (const [path, tag] of [
      ["/none", "not_found"],
      ["/c", "not_folder"],
      ["/c/d", "not_found"],
      ["/f//g", "malformed_path"],
    ] as const) {
      expect(await client.files.listFolder({ path }).outcome()).toMatchObject({
        ok: false,
        error: { path: { ".tag": tag } },
      });
    }
  });

  test("files/list_folder returns deleted items, media info and explicit members on request", async () => {
    const { client, account } = await newPerson(service);
    await save(client, "/a");
    await save(client, "/b");
    await client.files.delete({ path: "/a" });
    const media_info = JSON.stringify({ ".tag": "pending" });
    await service.storage.markFile({ account_id: account, path: "/b", media_info, has_explicit_members: true });
    const [plain] = (await client.files.listFolder({ path: "" })).entries;
    expect(plain).toMatchObject({ name: "b", media_info: undefined, has_explicit_shared_members: undefined });
    const { entries } = await client.files.listFolder({
      path: "",
      include_deleted: true,
      include_media_info: true,
      include_has_explicit_shared_members: true,
    });
    expect(entries).toMatchObject([
      { ".tag": "deleted", name: "a" },
      { name: "b", media_info: { ".tag": "pending" }, has_explicit_shared_members: true },
    ]);
  });

  test("files/list_folder returns each item on one page, while others are added and removed (B-258)", async () => {
    const { client, account } = await newPerson(service);
    await service.storage.addFiles({ account_id: account, path: "/many", count: 1_200 });
    const names: string[] = [];
    let page = await client.files.listFolder({ path: "/many" });
    names.push(...page.entries.map(({ name }) => name));
    await save(client, "/many/!first");
    await client.files.delete({ path: "/many/file-99" });
    while (page.has_more) {
      page = await client.files.listFolderContinue({ cursor: page.cursor });
      names.push(...page.entries.map(({ name }) => name));
    }
    expect(names).toHaveLength(1_199);
    expect(new Set(names).size).toBe(1_199);
    expect((await next(client, page.cursor)).told).toEqual(["+ /many/!first", "- /many/file-99"]);
  });

  test("files/list_folder returns each later change once, deletions before additions", async () => {
    const { client } = await newPerson(service);
    await save(client, "/F/a");
    let { cursor } = await client.files.listFolder({ path: "", recursive: true });
    const steps: [() => Promise<unknown>, string[]][] = [
      [() => Promise.resolve(), []],
      [() => save(client, "/F/b"), ["+ /F/b"]],
      [() => save(client, "/F/b", "other", "overwrite"), ["+ /F/b"]],
      [
        () => client.files.move({ from_path: "/F", to_path: "/G" }),
        ["- /F", "- /F/a", "- /F/b", "+ /G", "+ /G/a", "+ /G/b"],
      ],
      [() => client.files.delete({ path: "/G/a" }), ["- /G/a"]],
      [() => save(client, "/G/a"), ["+ /G/a"]],
      [() => client.files.copy({ from_path: "/G", to_path: "/H" }), ["+ /H", "+ /H/a", "+ /H/b"]],
      [() => client.files.move({ from_path: "/h/A", to_path: "/H/A" }), ["+ /H/A"]],
    ];
    for (const [change, expected] of steps) {
      await change();
      const step = await next(client, cursor);
      expect(step.told).toEqual(expected);
      cursor = step.cursor;
    }
    expect((await next(client, cursor)).told).toEqual([]);
  });

  test("files/list_folder returns many changes on several pages", async () => {
    const { client, account } = await newPerson(service);
    const { cursor } = await client.files.listFolder({ path: "", recursive: true });
    await service.storage.addFiles({ account_id: account, path: "/many", count: 1_200 });
    let page = await client.files.listFolderContinue({ cursor });
    await save(client, "/later");
    const lines = page.entries.map(line);
    while (page.has_more) {
      page = await client.files.listFolderContinue({ cursor: page.cursor });
      lines.push(...page.entries.map(line));
    }
    expect(lines).toHaveLength(1_202);
    expect(new Set(lines).size).toBe(1_202);
    expect(lines.at(-1)).toBe("+ /later");
  });

  test("files/list_folder includes shared folders, wherever they are mounted", async () => {
    const [one, two] = [await newPerson(service), await newPerson(service)];
    const start = await one.client.files.listFolder({ path: "", recursive: true });
    await service.storage.addSharedFolder({
      owner: one.account,
      members: [one, two].map(({ account }) => ({ account_id: account, mount_path: "/In/Shared" })),
    });
    await save(two.client, "/In/Shared/a");
    expect(await pathsIn(one.client)).toEqual(["/In", "/In/Shared", "/In/Shared/a"]);
    const mounted = await next(one.client, start.cursor);
    expect(mounted.told).toEqual(["+ /In", "+ /In/Shared", "+ /In/Shared/a"]);
    await save(two.client, "/In/Shared/b");
    const changed = await next(one.client, mounted.cursor);
    expect(changed.told).toEqual(["+ /In/Shared/b"]);
    await one.client.files.move({ from_path: "/In/Shared", to_path: "/Out" });
    const moved = await next(one.client, changed.cursor);
    expect(moved.told).toEqual(["- /In/Shared", "+ /Out", "+ /Out/a", "+ /Out/b"]);
    await one.client.files.delete({ path: "/Out" });
    const deleted = await next(one.client, moved.cursor);
    expect(deleted.told).toEqual(["- /Out"]);
    await save(two.client, "/In/Shared/c");
    expect((await next(one.client, deleted.cursor)).told).toEqual([]);
    expect((await two.client.files.listFolder({ path: "/In/Shared" })).entries.map(line)).toEqual([
      "+ /In/Shared/a",
      "+ /In/Shared/b",
      "+ /In/Shared/c",
    ]);
  });

  test("files/list_folder refuses invalid cursors and those of other users (B-259)", async () => {
    const [one, two] = [await newPerson(service), await newPerson(service)];
    const { cursor } = await one.client.files.listFolder({ path: "" });
    for (const [client, wrong] of [
      [one.client, "x"],
      [one.client, `${cursor}x`],
      [two.client, cursor],
    ] as const) {
      expect(await client.files.listFolderContinue({ cursor: wrong }).outcome()).toMatchObject({
        ok: false,
        error: { ".tag": "reset" },
      });
    }
    await save(one.client, "/F/a");
    const inside = await one.client.files.listFolder({ path: "/F" });
    await one.client.files.delete({ path: "/F" });
    expect(await one.client.files.listFolderContinue({ cursor: inside.cursor }).outcome()).toMatchObject({
      ok: false,
      error: { path: { ".tag": "not_found" } },
    });
  });
});

describeService("files/list_folder/longpoll", (service) => {
  test("files/list_folder/longpoll ends when something changes, in the folder or in its mounts, and needs no token (B-092)", async () => {
    const [one, two] = [await newPerson(service), await newPerson(service)];
    await service.storage.addSharedFolder({
      owner: one.account,
      members: [one, two].map(({ account }) => ({ account_id: account, mount_path: "/Shared" })),
    });
    const { cursor } = await one.client.files.listFolder({ path: "", recursive: true });
    const waiting = service.client.files.listFolderLongpoll({ cursor });
    await save(two.client, "/private");
    await save(two.client, "/Shared/a");
    expect(await waiting).toMatchObject({ changes: true });
    expect(await service.client.files.listFolderLongpoll({ cursor })).toMatchObject({ changes: true });
    const told = await next(one.client, cursor);
    expect(told.told).toEqual(["+ /Shared/a"]);
    const again = service.client.files.listFolderLongpoll({ cursor: told.cursor, timeout: 480 });
    await save(one.client, "/b");
    expect(await again).toMatchObject({ changes: true });
    expect(await service.client.files.listFolderLongpoll({ cursor: "x" }).outcome()).toMatchObject({
      ok: false,
      error: { ".tag": "reset" },
    });
  });
});
