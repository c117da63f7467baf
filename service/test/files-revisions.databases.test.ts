import { expect, test } from "vitest";
import { newPerson, pathsIn, read, save } from "./support/files.js";
import { describeService } from "./support/service.js";

describeService("create_folder, delete, move and revisions", (service) => {
  test("a folder is created once, with its parents", async () => {
    const { client } = await newPerson(service);
    expect(await client.files.createFolder({ path: "/A/B" })).toMatchObject({ name: "B", path_display: "/A/B" });
    await save(client, "/file");
    for (const [path, conflict] of [
      ["/a/b", "folder"],
      ["/FILE", "file"],
      ["/file/x", "file_ancestor"],
    ] as const) {
      expect(await client.files.createFolder({ path }).outcome()).toMatchObject({
        ok: false,
        error: { ".tag": "path", path: { conflict: { ".tag": conflict } } },
      });
    }
    expect(await client.files.createFolder({ path: "/a/B", autorename: true })).toMatchObject({
      path_display: "/A/B (1)",
    });
    const outcomes = await Promise.all([1, 2, 3].map(() => client.files.createFolder({ path: "/new" }).outcome()));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("a deleted item disappears with its content, and is known as deleted", async () => {
    const { client } = await newPerson(service);
    await save(client, "/F/a.txt");
    await save(client, "/Fa");
    const { ".tag": tag } = await client.files.delete({ path: "/f" });
    expect(tag).toBe("folder");
    expect(await pathsIn(client)).toEqual(["/Fa"]);
    for (const path of ["/F", "/f/A.txt"]) {
      expect(await client.files.getMetadata({ path }).outcome()).toMatchObject({ ok: false });
    }
    expect(await client.files.getMetadata({ path: "/f/A.txt", include_deleted: true })).toEqual({
      ".tag": "deleted",
      name: "a.txt",
      path_lower: "/f/a.txt",
      path_display: "/F/a.txt",
    });
    expect(await client.files.delete({ path: "/f" }).outcome()).toMatchObject({
      ok: false,
      error: { path_lookup: { ".tag": "not_found" } },
    });
    await save(client, "/f/a.txt");
    expect(await client.files.getMetadata({ path: "/f", include_deleted: true })).toMatchObject({ ".tag": "folder" });
  });

  test("a moved item keeps its id, and is no longer at its former path (B-027)", async () => {
    const { client } = await newPerson(service);
    const { id } = await save(client, "/F/a.txt", "text");
    await client.files.move({ from_path: "/f", to_path: "/New/G" });
    expect(await pathsIn(client)).toEqual(["/New", "/New/G", "/New/G/a.txt"]);
    expect(await client.files.getMetadata({ path: id })).toMatchObject({ path_display: "/New/G/a.txt" });
    expect(await read(client, id)).toBe("text");
    await client.files.move({ from_path: "/new/g", to_path: "/NEW/g" });
    expect(await client.files.getMetadata({ path: id })).toMatchObject({ path_display: "/New/g/a.txt" });
    for (const [from_path, to_path, error] of [
      ["/new/g", "/new/g", { to: { conflict: { ".tag": "folder" } } }],
      ["/new", "/new/g/x", { ".tag": "cant_move_folder_into_itself" }],
      ["/none", "/x", { from_lookup: { ".tag": "not_found" } }],
    ] as const) {
      expect(await client.files.move({ from_path, to_path }).outcome()).toMatchObject({ ok: false, error });
    }
    await save(client, "/b");
    const moved = await client.files.move({ from_path: "/b", to_path: "/new/g/A.txt", autorename: true });
    expect(moved.path_display).toBe("/New/g/A (1).txt");
  });

  test("ids resolve to items, and to paths inside folders", async () => {
    const { client } = await newPerson(service);
    await save(client, "/F/a.txt");
    const folder = (await client.files.getMetadata({ path: "/F" })) as { id: string };
    expect(await client.files.getMetadata({ path: `${folder.id}/A.txt` })).toMatchObject({ name: "a.txt" });
    expect((await client.files.listFolder({ path: folder.id })).entries).toHaveLength(1);
    const stranger = await newPerson(service);
    for (const path of [folder.id, "id:", "id:none", `${folder.id}/none`]) {
      const other = path === folder.id ? stranger.client : client;
      expect(await other.files.getMetadata({ path }).outcome()).toMatchObject({
        ok: false,
        error: { path: { ".tag": "not_found" } },
      });
    }
  });

  test("all revisions of a file can be listed, the latest first", async () => {
    const { client } = await newPerson(service);
    const revs: string[] = [];
    for (const text of ["one", "two", "three"]) {
      revs.unshift((await save(client, "/a", text, "overwrite")).rev);
    }
    await client.files.move({ from_path: "/a", to_path: "/b" });
    const { entries, is_deleted } = await client.files.listRevisions({ path: "/b" });
    expect(is_deleted).toBe(false);
    expect(entries.map(({ rev }) => rev)).toEqual(revs);
    expect((await client.files.listRevisions({ path: "/b", limit: 2 })).entries).toHaveLength(2);
    expect(await read(client, `rev:${revs[2] ?? ""}`)).toBe("one");
    expect(await client.files.getMetadata({ path: `rev:${revs[1] ?? ""}` })).toMatchObject({ rev: revs[1], size: 3 });
    const stranger = await newPerson(service);
    expect(await stranger.client.files.download({ path: `rev:${revs[0] ?? ""}` }).outcome()).toMatchObject({
      ok: false,
    });
  });

  test("deleted files have revisions, and can be restored", async () => {
    const { client } = await newPerson(service);
    const { id, rev } = await save(client, "/f/a", "one");
    await save(client, "/f/a", "two", "overwrite");
    await client.files.delete({ path: "/f" });
    const { is_deleted, server_deleted, entries } = await client.files.listRevisions({ path: "/f/a" });
    expect([is_deleted, entries.length]).toEqual([true, 2]);
    expect(server_deleted).toMatch(/^\d{4}-/);
    const restored = await client.files.restore({ path: "/F/a", rev });
    expect(restored).toMatchObject({ id, path_display: "/F/a", size: 3 });
    expect(restored.rev).not.toBe(rev);
    expect(await read(client, "/f/a")).toBe("one");
    const other = await save(client, "/b", "other");
    expect(await client.files.restore({ path: "/f/a", rev: other.rev }).outcome()).toMatchObject({
      ok: false,
      error: { ".tag": "invalid_revision" },
    });
    expect(await client.files.restore({ path: "/f", rev }).outcome()).toMatchObject({
      ok: false,
      error: { path_write: { conflict: { ".tag": "folder" } } },
    });
    for (const [path, tag] of [
      ["/f", "not_file"],
      ["/none", "not_found"],
    ] as const) {
      expect(await client.files.listRevisions({ path }).outcome()).toMatchObject({
        ok: false,
        error: { path: { ".tag": tag } },
      });
    }
  });

  test("a revision of a file that was moved is restored as another file (B-027)", async () => {
    const { client } = await newPerson(service);
    const { id, rev } = await save(client, "/a", "one");
    await client.files.move({ from_path: "/a", to_path: "/b" });
    const restored = await client.files.restore({ path: "/a", rev });
    expect(restored.id).not.toBe(id);
    expect(await read(client, "/a")).toBe("one");
    expect(await client.files.getMetadata({ path: id })).toMatchObject({ path_display: "/b" });
  });

  test("restricted content can be neither downloaded by its revision nor restored after the file is deleted (B-112)", async () => {
    const { client, account } = await newPerson(service);
    const first = await save(client, "/f/a", "secret");
    const { link } = await client.files.getTemporaryLink({ path: "/f/a" });
    await service.storage.markFile({ account_id: account, path: "/f/a", is_restricted: true });
    const second = await save(client, "/f/a", "more secrets", "overwrite");
    await client.files.delete({ path: "/f/a" });
    for (const { rev } of [first, second]) {
      expect(await client.files.download({ path: `rev:${rev}` }).outcome()).toMatchObject({
        ok: false,
        error: { path: { ".tag": "restricted_content" } },
      });
      expect(await client.files.restore({ path: "/f/a", rev }).outcome()).toMatchObject({
        ok: false,
        error: { path_lookup: { ".tag": "restricted_content" } },
      });
    }
    expect((await fetch(link)).status).toBe(404);
    await save(client, "/f/a", "for all");
    expect(await read(client, "/f/a")).toBe("for all");
  });
});
