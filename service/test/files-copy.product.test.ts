import { expect, test } from "vitest";
import { newPerson, pathsIn, read, save } from "./support/files.js";
import { describeService } from "./support/service.js";

describeService("files/copy", (service) => {
  test("files/copy copies a file: its bytes, with an id of its own, and leaves the source (B-027, B-106, B-108)", async () => {
    const { client } = await newPerson(service);
    const source = await save(client, "/a.txt", "some text");
    const copy = await client.files.copy({ from_path: "/a.txt", to_path: "/b.txt" });
    expect(copy).toMatchObject({ ".tag": "file", path_lower: "/b.txt", name: "b.txt", size: 9 });
    expect(copy).toMatchObject({ id: expect.stringMatching(/^id:./) as string });
    expect(copy).not.toMatchObject({ id: source.id });
    await client.files.copy({ from_path: "/b.txt", to_path: "/c.txt" });
    for (const path of ["/a.txt", "/b.txt", "/c.txt"]) {
      expect(await read(client, path)).toBe("some text");
    }
  });

  test("files/copy copies a folder with all that it contains (B-107)", async () => {
    const { client } = await newPerson(service);
    await save(client, "/A/one.txt");
    await save(client, "/A/B/two.txt");
    await save(client, "/A/B/C/three.txt");
    await client.files.createFolder({ path: "/A/Empty" });
    const copy = await client.files.copy({ from_path: "/a", to_path: "/Copy" });
    expect(copy).toMatchObject({ ".tag": "folder", path_lower: "/copy", path_display: "/Copy" });
    expect(await pathsIn(client, "/copy")).toEqual([
      "/Copy/B",
      "/Copy/B/C",
      "/Copy/B/C/three.txt",
      "/Copy/B/two.txt",
      "/Copy/Empty",
      "/Copy/one.txt",
    ]);
    expect(await read(client, "/copy/b/c/THREE.txt")).toBe("/A/B/C/three.txt");
  });

  test("files/copy creates missing parent folders, in the given case (B-109, Q-20)", async () => {
    const { client } = await newPerson(service);
    await save(client, "/x.txt");
    const copy = await client.files.copy({ from_path: "/x.txt", to_path: "/New/Deep/x.txt" });
    expect(copy.path_display).toBe("/New/Deep/x.txt");
    expect(await client.files.getMetadata({ path: "/new/deep" })).toMatchObject({ path_display: "/New/Deep" });
  });

  test("files/copy looks up paths ignoring case, and preserves the case of names (B-031, B-032)", async () => {
    const { client } = await newPerson(service);
    await save(client, "/A/B/c.txt");
    const copy = await client.files.copy({ from_path: "/a/b/C.txt", to_path: "/Z/New Name.TXT" });
    expect(copy).toMatchObject({
      name: "New Name.TXT",
      path_lower: "/z/new name.txt",
      path_display: "/Z/New Name.TXT",
    });
    const other = await client.files.copy({ from_path: "/a", to_path: "/z/A" });
    expect(other).toMatchObject({ name: "A", path_lower: "/z/a", path_display: "/Z/A" });
  });

  test("files/copy ignores case beyond ASCII, for composed and decomposed letters (B-034, Q-10)", async () => {
    const { client } = await newPerson(service);
    await save(client, "/Straße/É.txt");
    await client.files.copy({ from_path: "/straße/é.txt", to_path: "/1" });
    await client.files.copy({ from_path: "/STRAßE/E\u0301.txt", to_path: "/2" });
    await save(client, "/J\u030c");
    await client.files.copy({ from_path: "/\u01f0", to_path: "/4" });
    const outcome = await client.files.copy({ from_path: "/strasse/é.txt", to_path: "/3" }).outcome();
    expect(outcome).toMatchObject({ ok: false, error: { ".tag": "from_lookup" } });
    const street = await save(client, "/Δρόμος.txt");
    expect(street).toMatchObject({ name: "Δρόμος.txt", path_display: "/Δρόμος.txt" });
    for (const path of ["/ΔΡΌΜΟΣ.TXT", "/δρόμοσ.txt", street.path_lower ?? ""]) {
      expect(await client.files.getMetadata({ path })).toMatchObject({ id: street.id, path_lower: street.path_lower });
      const again = await client.files.copy({ from_path: "/1", to_path: path }).outcome();
      expect(again).toMatchObject({ ok: false, error: { ".tag": "to", to: { conflict: { ".tag": "file" } } } });
    }
  });

  test("files/copy reports a conflict, ignoring case (B-033, B-113)", async () => {
    const { client } = await newPerson(service);
    await save(client, "/Z/New Name.TXT");
    await client.files.createFolder({ path: "/Folder" });
    await save(client, "/a.txt");
    const conflicts = {
      "/z/NEW name.txt": "file",
      "/FOLDER": "folder",
      "/z/new name.txt/below": "file_ancestor",
      "/z/new name.txt/below/deeper": "file_ancestor",
      "/a.txt": "file",
    };
    for (const [to_path, conflict] of Object.entries(conflicts)) {
      const outcome = await client.files.copy({ from_path: "/a.txt", to_path }).outcome();
      expect(outcome).toMatchObject({ ok: false, error: { ".tag": "to", to: { conflict: { ".tag": conflict } } } });
    }
  });

  test("files/copy chooses another name on request, and returns it (B-114)", async () => {
    const { client } = await newPerson(service);
    await save(client, "/a.txt");
    await client.files.createFolder({ path: "/F.d" });
    const arg = { from_path: "/a.txt", to_path: "/A.txt", autorename: true };
    expect((await client.files.copy(arg)).name).toBe("A (1).txt");
    expect((await client.files.copy(arg)).name).toBe("A (2).txt");
    expect((await client.files.copy({ ...arg, from_path: "/f.d", to_path: "/f.d" })).name).toBe("f.d (1)");
    expect(await pathsIn(client)).toEqual(["/A (1).txt", "/A (2).txt", "/a.txt", "/F.d", "/f.d (1)"]);
  });

  test("files/copy gives each of many concurrent copies a different name (B-114, B-264)", async () => {
    const { client } = await newPerson(service);
    await save(client, "/a");
    const copies = await Promise.all(
      Array.from({ length: 8 }, () => client.files.copy({ from_path: "/a", to_path: "/b", autorename: true })),
    );
    expect(new Set(copies.map(({ path_lower }) => path_lower)).size).toBe(8);
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => client.files.copy({ from_path: "/a", to_path: "/c" }).outcome()),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("files/copy reports that nothing exists at from_path, or no longer (B-110)", async () => {
    const { client } = await newPerson(service);
    await save(client, "/gone.txt");
    await client.files.delete({ path: "/gone.txt" });
    for (const from_path of ["/never.txt", "/gone.txt", "/never/there", "ns:1", "ns:99999999999999999999/x"]) {
      const outcome = await client.files.copy({ from_path, to_path: "/x" }).outcome();
      expect(outcome).toMatchObject({ ok: false, error: { from_lookup: { ".tag": "not_found" } } });
    }
  });

  test("files/copy distinguishes malformed paths from paths of missing items (B-111, Q-08, Q-21)", async () => {
    const { client, home } = await newPerson(service);
    await save(client, "/a");
    const long = "ü".repeat(128);
    const deep = "/abcdefghi".repeat(201);
    const malformed = ["/a//b", "/a/../b", "/.", "/", "//", "/a\0b", "/\ud800", `/${long}`, deep, `ns:${home}`, "/a//"];
    for (const path of malformed) {
      const from = await client.files.copy({ from_path: path, to_path: "/x" }).outcome();
      expect(from).toMatchObject({ ok: false, error: { from_lookup: { ".tag": "malformed_path" } } });
      const to = await client.files.copy({ from_path: "/a", to_path: path }).outcome();
      expect(to).toMatchObject({ ok: false, error: { to: { ".tag": "malformed_path" } } });
    }
    expect((await client.files.copy({ from_path: "/a/", to_path: "/b/" })).path_lower).toBe("/b");
    expect((await client.files.copy({ from_path: "/a", to_path: `/${long.slice(1)}` })).name).toHaveLength(127);
    const decomposed = "e\u0301".repeat(127); // 254 bytes in NFC
    expect((await client.files.copy({ from_path: "/a", to_path: `/${decomposed}` })).name).toBe(decomposed);
  });

  test("files/copy copies nothing whose paths would get too long (B-111)", async () => {
    const { client } = await newPerson(service);
    const deep = "/abcdefghi".repeat(150);
    await save(client, `/a${deep}`, "x");
    const outcome = await client.files.copy({ from_path: "/a", to_path: `/b${"/abcdefghi".repeat(100)}` }).outcome();
    expect(outcome).toMatchObject({ ok: false, error: { to: { ".tag": "malformed_path" } } });
    expect((await client.files.listFolder({ path: "" })).entries).toHaveLength(1);
  });

  test("files/copy accepts neither ids nor the root as a path, but namespace ids (B-025, B-028, B-029)", async () => {
    const { token, client, home } = await newPerson(service);
    await save(client, "/a.txt");
    for (const path of ["a/b", "", "id:abc", "ns:x/a", "ns:1\n"]) {
      for (const arg of [
        { from_path: path, to_path: "/x" },
        { from_path: "/a.txt", to_path: path },
      ]) {
        expect((await service.post("files/copy", token, arg)).status).toBe(400);
      }
    }
    const copy = await client.files.copy({ from_path: `ns:${home}/a.txt`, to_path: `ns:${home}/b.txt` });
    expect(copy.path_lower).toBe("/b.txt");
  });

  test("files/copy does not copy restricted files, alone or in a folder (B-112)", async () => {
    const { client, account } = await newPerson(service);
    await save(client, "/f/secret.txt");
    await service.storage.markFile({ account_id: account, path: "/f/secret.txt", is_restricted: true });
    for (const from_path of ["/f/secret.txt", "/f"]) {
      const outcome = await client.files.copy({ from_path, to_path: "/x" }).outcome();
      expect(outcome).toMatchObject({ ok: false, error: { from_lookup: { ".tag": "restricted_content" } } });
    }
  });

  test("files/copy refuses reserved names (B-117, Q-22)", async () => {
    const { client } = await newPerson(service);
    await save(client, "/a");
    for (const to_path of ["/Desktop.ini", "/thumbs.db", "/x/.DS_Store", "/dot.", "/space ", "/dot./x"]) {
      const outcome = await client.files.copy({ from_path: "/a", to_path }).outcome();
      expect(outcome).toMatchObject({ ok: false, error: { to: { ".tag": "disallowed_name" } } });
    }
  });

  test("files/copy does not copy a folder into itself (B-120)", async () => {
    const { client } = await newPerson(service);
    await save(client, "/a/x");
    for (const [from_path, to_path] of [
      ["/a", "/a/b"],
      ["/A", "/a/b"],
      ["/a", "/a/b/c"],
    ] as const) {
      const outcome = await client.files.copy({ from_path, to_path }).outcome();
      expect(outcome).toMatchObject({ ok: false, error: { ".tag": "cant_move_folder_into_itself" } });
    }
    await client.files.copy({ from_path: "/a", to_path: "/ab" });
  });

  test("files/copy copies nothing if there is not enough space (B-116)", async () => {
    const { client } = await newPerson(service, { quota: 10 });
    await save(client, "/f/a", "123");
    await save(client, "/f/b", "456");
    const outcome = await client.files.copy({ from_path: "/f", to_path: "/new/g" }).outcome();
    expect(outcome).toMatchObject({ ok: false, error: { to: { ".tag": "insufficient_space" } } });
    expect(await pathsIn(client)).toEqual(["/f", "/f/a", "/f/b"]);
    await client.files.copy({ from_path: "/f/a", to_path: "/c" });
    await client.files.delete({ path: "/f" });
    await client.files.copy({ from_path: "/c", to_path: "/d" });
  });

  test("files/copy lets only one of two concurrent copies use the last space (B-116, B-264)", async () => {
    const { client } = await newPerson(service, { quota: 5 });
    await save(client, "/a", "12");
    const outcomes = await Promise.all(
      ["/b", "/c"].map((to_path) => client.files.copy({ from_path: "/a", to_path }).outcome()),
    );
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  test("files/copy preserves the media info of a photo or video (B-126)", async () => {
    const { client, account } = await newPerson(service);
    const time_taken = "2016-11-19T15:40:22Z";
    const infos = [
      { ".tag": "pending" },
      { ".tag": "metadata", metadata: { ".tag": "photo", dimensions: { height: 3, width: 4 }, time_taken } },
      { ".tag": "metadata", metadata: { ".tag": "video", duration: 93500 } },
    ];
    for (const [index, info] of infos.entries()) {
      await save(client, `/${index}`);
      await service.storage.markFile({ account_id: account, path: `/${index}`, media_info: JSON.stringify(info) });
      const copy = await client.files.copy({ from_path: `/${index}`, to_path: `/copy ${index}` });
      expect(copy).toMatchObject({ media_info: info });
    }
  });

  test("files/copy preserves custom properties, within their limits (B-124, Q-25)", async () => {
    const { client, account } = await newPerson(service);
    await save(client, "/a");
    const field = { name: "n".repeat(256), value: "ü".repeat(512) };
    const mark = (fields: object[]): Promise<unknown> => {
      const property_groups = JSON.stringify([{ template_id: "ptid:a", fields }]);
      return service.storage.markFile({ account_id: account, path: "/a", property_groups }).outcome();
    };
    const wrong = [
      [{ name: "ü".repeat(129), value: "" }],
      [{ name: "n", value: `${field.value}x` }],
      Array.from({ length: 33 }, (_, index) => ({ name: String(index), value: "" })),
    ];
    for (const fields of wrong) {
      expect(await mark(fields)).toMatchObject({ ok: false, error: { ".tag": "impossible" } });
    }
    expect(await mark([field])).toMatchObject({ ok: true });
    const copy = await client.files.copy({ from_path: "/a", to_path: "/b" });
    expect(copy).toMatchObject({ property_groups: [{ template_id: "ptid:a", fields: [field] }] });
  });

  test("files/copy never meets invalid media info or properties, because the test controls refuse them (B-059)", async () => {
    const { client, account } = await newPerson(service);
    const saved = await save(client, "/a");
    const media = (metadata: object): string => JSON.stringify({ ".tag": "metadata", metadata });
    for (const [field, text, place] of [
      ["media_info", "{", "media_info: "],
      ["media_info", '"photo"', "media_info: "],
      ["media_info", '{ ".tag": "brand_new" }', 'media_info[".tag"]: '],
      ["media_info", media({ ".tag": "brand_new" }), 'media_info.metadata[".tag"]: '],
      ["media_info", media({ ".tag": "photo", size: 1 }), "media_info.metadata.size: "],
      ["media_info", media({ ".tag": "photo", dimensions: { height: 1 } }), "media_info.metadata.dimensions.width: "],
      ["media_info", media({ ".tag": "photo", time_taken: "x" }), "media_info.metadata.time_taken: "],
      ["property_groups", "[", "property_groups: "],
      ["property_groups", "{}", "property_groups: "],
      ["property_groups", '[{ "template_id": "ptid:a", "fields": [] }, 1]', "property_groups[1]: "],
      ["property_groups", '[{ "template_id": "x", "fields": [] }]', "property_groups[0].template_id: "],
      ["property_groups", '[{ "template_id": "ptid:a" }]', "property_groups[0].fields: "],
      ["property_groups", "null, 1", "property_groups: "],
    ] as const) {
      const marks = { account_id: account, path: "/a", is_restricted: true, has_explicit_members: true };
      const outcome = await service.storage.markFile({ ...marks, [field]: text }).outcome();
      expect(outcome, text).toMatchObject({
        ok: false,
        error: { ".tag": "impossible", impossible: expect.stringContaining(place) as string },
      });
    }
    const details = { include_media_info: true, include_has_explicit_shared_members: true };
    expect(await client.files.getMetadata({ path: "/a", ...details })).toEqual({
      ".tag": "file",
      ...saved,
      has_explicit_shared_members: false,
    });
  });

  test("files/copy does not return whether members have explicit access (B-125)", async () => {
    const { client, account, token } = await newPerson(service);
    await save(client, "/a");
    await service.storage.markFile({ account_id: account, path: "/a", has_explicit_members: true });
    const response = await service.post("files/copy", token, { from_path: "/a", to_path: "/b" });
    expect(await response.json()).not.toHaveProperty("has_explicit_shared_members");
    const asked = await client.files.getMetadata({ path: "/a", include_has_explicit_shared_members: true });
    expect(asked).toMatchObject({ has_explicit_shared_members: true });
  });

  test("the service finds a folder for any app, whatever exists already (B-026)", async () => {
    const { client, account } = await newPerson(service);
    await save(client, "/apps", "a file");
    for (const name of ["A/B", "..", "A/B"]) {
      const app = { name, access: "app_folder", permissions: [], redirect_uris: [] };
      const { key } = await service.controls.addApp(app);
      const owner = { ".tag": "account_id", account_id: account } as const;
      const { access_token } = await service.controls.issueToken({ app_key: key, owner });
      expect(await pathsIn(service.clientWith(access_token))).toEqual([]);
    }
    expect(await pathsIn(client)).toEqual([
      "/apps",
      "/Apps (1)",
      "/Apps (1)/A B",
      "/Apps (1)/A B (1)",
      "/Apps (1)/App",
    ]);
  });

  test("the service makes the app folder the root of its app (B-026)", async () => {
    const { client, account } = await newPerson(service);
    const { key } = await service.controls.addApp({
      name: "My App",
      access: "app_folder",
      permissions: [],
      redirect_uris: [],
    });
    const owner = { ".tag": "account_id", account_id: account } as const;
    const app = service.clientWith((await service.controls.issueToken({ app_key: key, owner })).access_token);
    await save(client, "/private.txt");
    await save(app, "/x");
    const copy = await app.files.copy({ from_path: "/x", to_path: "/Y" });
    expect(copy).toMatchObject({ path_lower: "/y", path_display: "/Y" });
    expect(await pathsIn(app)).toEqual(["/x", "/Y"]);
    expect(await pathsIn(client)).toEqual([
      "/Apps",
      "/Apps/My App",
      "/Apps/My App/x",
      "/Apps/My App/Y",
      "/private.txt",
    ]);
    const { id } = await save(client, "/other.txt");
    for (const path of ["/private.txt", "/Apps/My App/x", id]) {
      expect(await app.files.getMetadata({ path }).outcome()).toMatchObject({ ok: false });
    }
    // The folder stays the app's when it is renamed.
    await client.files.move({ from_path: "/Apps/My App", to_path: "/Elsewhere" });
    expect(await pathsIn(app)).toEqual(["/x", "/Y"]);
  });
});
