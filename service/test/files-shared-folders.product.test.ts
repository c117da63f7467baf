import { expect, test } from "vitest";
import { newPerson, pathsIn, read, save, type Person } from "./support/files.js";
import { describeService, type TestedService } from "./support/service.js";

/** Some people with a shared folder at `/Shared`; those after the second may only read. */
async function sharing(service: TestedService, count = 3): Promise<{ people: Person[]; folder: string }> {
  const people = await Promise.all(Array.from({ length: count }, () => newPerson(service)));
  const { namespace_id } = await service.storage.addSharedFolder({
    owner: people[0]?.account ?? "",
    members: people.map(({ account }, index) => ({
      account_id: account,
      is_read_only: index > 1,
      mount_path: "/Shared",
    })),
  });
  return { people, folder: namespace_id };
}

describeService("files in shared folders", (service) => {
  const pair = async (): Promise<{ one: Person; two: Person; reader: Person; folder: string }> => {
    const { people, folder } = await sharing(service);
    const [one, two, reader] = people;
    if (one === undefined || two === undefined || reader === undefined) {
      throw new Error("Somebody is missing.");
    }
    return { one, two, reader, folder };
  };

  test("members of a shared folder see what others write, with the sharing info and its deprecated form (B-123, B-261)", async () => {
    const { one, two, reader, folder } = await pair();
    await save(one.client, "/a.txt");
    const copy = await one.client.files.copy({ from_path: "/a.txt", to_path: "/shared/New/a.txt" });
    const sharing_info = { read_only: false, parent_shared_folder_id: folder, modified_by: one.account };
    expect(copy).toMatchObject({
      path_display: "/Shared/New/a.txt",
      parent_shared_folder_id: folder,
      sharing_info,
    });
    expect(await two.client.files.getMetadata({ path: "/Shared/new/a.txt" })).toMatchObject({ sharing_info });
    expect(await reader.client.files.getMetadata({ path: "/Shared/new/a.txt" })).toMatchObject({
      sharing_info: { ...sharing_info, read_only: true },
    });
    expect(await two.client.files.getMetadata({ path: "/Shared/new" })).toMatchObject({
      parent_shared_folder_id: folder,
      sharing_info: { read_only: false, parent_shared_folder_id: folder },
    });
    expect(await reader.client.files.getMetadata({ path: "/shared" })).toMatchObject({
      ".tag": "folder",
      shared_folder_id: folder,
      sharing_info: { read_only: true, shared_folder_id: folder },
    });
    await service.storage.closeAccount({ account_id: one.account });
    const later = await two.client.files.getMetadata({ path: "/Shared/new/a.txt" });
    expect(later).toMatchObject({ sharing_info: { parent_shared_folder_id: folder } });
    expect(later).not.toMatchObject({ sharing_info: { modified_by: one.account } });
  });

  test("members with read-only access cannot write to a shared folder (B-115)", async () => {
    const { one, reader, folder } = await pair();
    const { files } = reader.client;
    await save(one.client, "/Shared/a");
    await save(reader.client, "/a");
    const no = { ".tag": "no_write_permission" };
    for (const to_path of ["/Shared/b", "/Shared/new/b", `ns:${folder}/b`]) {
      expect(await files.copy({ from_path: "/a", to_path }).outcome()).toMatchObject({ ok: false, error: { to: no } });
    }
    expect(await files.move({ from_path: "/Shared/a", to_path: "/b" }).outcome()).toMatchObject({
      ok: false,
      error: { from_write: no },
    });
    expect(await files.delete({ path: "/Shared/a" }).outcome()).toMatchObject({ ok: false, error: { path_write: no } });
    expect(await files.createFolder({ path: "/Shared/f" }).outcome()).toMatchObject({ ok: false, error: { path: no } });
    expect(await files.upload({ path: "/Shared/u" }, "x").outcome()).toMatchObject({
      ok: false,
      error: { reason: no },
    });
    await files.copy({ from_path: "/shared/a", to_path: "/b" });
    expect(await pathsIn(one.client, "/shared")).toEqual(["/Shared/a"]);
  });

  test("a folder that contains a shared one is copied only on request (B-118)", async () => {
    const { one, folder } = await pair();
    const { client } = one;
    await save(client, "/Shared/in/a.txt");
    await client.files.createFolder({ path: "/x/y" });
    await client.files.move({ from_path: "/Shared", to_path: "/x/y/Moved" });
    for (const from_path of ["/x", "/x/y/moved", `ns:${folder}`]) {
      const outcome = await client.files.copy({ from_path, to_path: "/copy" }).outcome();
      expect(outcome).toMatchObject({ ok: false, error: { ".tag": "cant_copy_shared_folder" } });
    }
    await client.files.copy({ from_path: "/x", to_path: "/copy", allow_shared_folder: true });
    expect(await pathsIn(client, "/copy")).toEqual([
      "/copy/y",
      "/copy/y/Moved",
      "/copy/y/Moved/in",
      "/copy/y/Moved/in/a.txt",
    ]);
    const copied = await client.files.getMetadata({ path: "/copy/y/moved" });
    expect(copied).not.toHaveProperty("sharing_info.shared_folder_id");
    expect(await read(client, "/copy/y/moved/in/a.txt")).toBe("/Shared/in/a.txt");
    await client.files.copy({ from_path: `ns:${folder}`, to_path: "/Alone", allow_shared_folder: true });
    expect(await read(client, "/alone/in/a.txt")).toBe("/Shared/in/a.txt");
  });

  test("shared folders are never nested (B-119, Q-23)", async () => {
    const { one } = await pair();
    const { client } = one;
    await service.storage.addSharedFolder({
      owner: one.account,
      members: [{ account_id: one.account, mount_path: "/x/Other" }],
    });
    for (const from_path of ["/x", "/x/other"]) {
      const arg = { from_path, to_path: "/Shared/nested", allow_shared_folder: true };
      for (const outcome of [await client.files.copy(arg).outcome(), await client.files.move(arg).outcome()]) {
        expect(outcome).toMatchObject({ ok: false, error: { ".tag": "cant_nest_shared_folder" } });
      }
    }
    const into = { from_path: "/Shared", to_path: "/Shared/itself", allow_shared_folder: true };
    expect(await client.files.copy(into).outcome()).toMatchObject({
      ok: false,
      error: { ".tag": "cant_move_folder_into_itself" },
    });
  });

  test("a copy counts the content of shared folders (B-121)", async () => {
    const { one, folder } = await pair();
    await service.storage.addFiles({ account_id: one.account, path: "/many", count: 9_999 });
    await one.client.files.move({ from_path: "/many", to_path: "/Shared/many" });
    const arg = { from_path: `ns:${folder}`, to_path: "/copy", allow_shared_folder: true };
    const outcome = await one.client.files.copy(arg).outcome();
    expect(outcome).toMatchObject({ ok: false, error: { ".tag": "too_many_files" } });
    await one.client.files.delete({ path: "/Shared/many/file-1" });
    await one.client.files.copy(arg);
  });

  test("a folder that is not mounted is not found (B-098, Q-17)", async () => {
    const [owner, other] = [await newPerson(service), await newPerson(service)];
    const { namespace_id } = await service.storage.addSharedFolder({
      owner: owner.account,
      members: [{ account_id: owner.account, mount_path: "/S" }, { account_id: other.account }],
    });
    await save(owner.client, "/S/a");
    await save(other.client, "/a");
    const from = await other.client.files.copy({ from_path: `ns:${namespace_id}/a`, to_path: "/b" }).outcome();
    expect(from).toMatchObject({ ok: false, error: { from_lookup: { ".tag": "not_found" } } });
    const to = await other.client.files.copy({ from_path: "/a", to_path: `ns:${namespace_id}/b` }).outcome();
    expect(to).toMatchObject({ ok: false, error: { ".tag": "to" } });
    const { id } = (await owner.client.files.getMetadata({ path: "/S/a" })) as { id: string };
    for (const path of [id, `ns:${owner.home}/S/a`, `ns:${owner.home}`]) {
      expect(await other.client.files.listFolder({ path }).outcome()).toMatchObject({
        ok: false,
        error: { path: { ".tag": "not_found" } },
      });
    }
  });

  test("deleting a mounted folder does not affect the other members", async () => {
    const { one, two } = await pair();
    await save(one.client, "/Shared/a");
    await one.client.files.delete({ path: "/Shared" });
    expect(await pathsIn(one.client)).toEqual([]);
    expect(await pathsIn(two.client)).toEqual(["/Shared", "/Shared/a"]);
  });

  test("moving an item between namespaces keeps its id (B-027)", async () => {
    const { one, two } = await pair();
    const { id } = await save(one.client, "/f/a", "text");
    await one.client.files.move({ from_path: "/f", to_path: "/Shared/f" });
    expect(await two.client.files.getMetadata({ path: id })).toMatchObject({ path_display: "/Shared/f/a", id });
    await two.client.files.move({ from_path: id.replace(/^.*$/, "/Shared/f/a"), to_path: "/mine" });
    expect(await one.client.files.getMetadata({ path: id }).outcome()).toMatchObject({ ok: false });
    expect(await read(two.client, id)).toBe("text");
  });

  test("copies in opposite directions do not deadlock (B-264)", async () => {
    const { one, two } = await pair();
    await save(one.client, "/Shared/a");
    await save(one.client, "/b");
    await save(two.client, "/b");
    const copies = Array.from({ length: 6 }, (_, index) => [
      one.client.files.copy({ from_path: "/Shared/a", to_path: `/from ${index}` }),
      two.client.files.copy({ from_path: "/b", to_path: `/Shared/two ${index}` }),
      one.client.files.copy({ from_path: "/b", to_path: `/Shared/one ${index}` }),
    ]);
    await Promise.all(copies.flat());
    expect(await pathsIn(two.client, "/Shared")).toHaveLength(13);
  });
});
