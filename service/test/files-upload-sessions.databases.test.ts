import { expect, test } from "vitest";
import { newPerson, read, save } from "./support/files.js";
import { describeService, moveClock } from "./support/service.js";

describeService("upload sessions", (service) => {
  test("upload sessions make one file of several pieces", async () => {
    const { client } = await newPerson(service);
    const { session_id } = await client.files.uploadSessionStart({}, "one ");
    await client.files.uploadSessionAppend({ session_id, offset: 4 }, "two ");
    await client.files.uploadSessionAppend({ session_id, offset: 8 }, "");
    await client.files.uploadSessionAppend({ session_id, offset: 8 }, "three ");
    const commit = { path: "/f/a.txt", client_modified: "2016-11-21T09:14:05Z" };
    const saved = await client.files.uploadSessionFinish({ cursor: { session_id, offset: 14 }, commit }, "four");
    expect(saved).toMatchObject({ path_display: "/f/a.txt", size: 18, client_modified: commit.client_modified });
    expect(await read(client, "/f/a.txt")).toBe("one two three four");
  });

  test("upload sessions return the correct offset, and accept no piece twice", async () => {
    const { client } = await newPerson(service);
    const { session_id } = await client.files.uploadSessionStart({}, "12345");
    for (const offset of [0, 4, 6]) {
      expect(await client.files.uploadSessionAppend({ session_id, offset }, "x").outcome()).toMatchObject({
        ok: false,
        error: { ".tag": "incorrect_offset", correct_offset: 5 },
      });
      const arg = { cursor: { session_id, offset }, commit: { path: "/a" } };
      expect(await client.files.uploadSessionFinish(arg, "x").outcome()).toMatchObject({
        ok: false,
        error: { lookup_failed: { ".tag": "incorrect_offset", correct_offset: 5 } },
      });
    }
    const outcomes = await Promise.all(
      ["six", "SIX"].map((text) => client.files.uploadSessionAppend({ session_id, offset: 5 }, text).outcome()),
    );
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    await client.files.uploadSessionFinish({ cursor: { session_id, offset: 8 }, commit: { path: "/a" } }, "");
    expect((await read(client, "/a")).toLowerCase()).toBe("12345six");
  });

  test("upload sessions accept no pieces after they are closed, but can be finished", async () => {
    const { client } = await newPerson(service);
    const { session_id } = await client.files.uploadSessionStart({ close: true }, "all");
    const cursor = { session_id, offset: 3 };
    expect(await client.files.uploadSessionAppend(cursor, "more").outcome()).toMatchObject({
      ok: false,
      error: { ".tag": "closed" },
    });
    const arg = { cursor, commit: { path: "/a" } };
    expect(await client.files.uploadSessionFinish(arg, "more").outcome()).toMatchObject({
      ok: false,
      error: { lookup_failed: { ".tag": "closed" } },
    });
    await client.files.uploadSessionFinish(arg, "");
    expect(await read(client, "/a")).toBe("all");
  });

  test("upload sessions belong to one user, and end when they are finished, once", async () => {
    const [one, two] = [await newPerson(service), await newPerson(service)];
    const { session_id } = await one.client.files.uploadSessionStart({}, "12");
    const arg = { cursor: { session_id, offset: 2 }, commit: { path: "/a", autorename: true } };
    const missing = { ok: false, error: { lookup_failed: { ".tag": "not_found" } } };
    expect(await two.client.files.uploadSessionFinish(arg, "").outcome()).toMatchObject(missing);
    const outcomes = await Promise.all([1, 2].map(() => one.client.files.uploadSessionFinish(arg, "").outcome()));
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await one.client.files.uploadSessionFinish(arg, "").outcome()).toMatchObject(missing);
    expect((await one.client.files.listFolder({ path: "" })).entries).toHaveLength(1);
  });

  test("upload sessions stay unchanged when they could not be saved", async () => {
    const { client } = await newPerson(service);
    await save(client, "/a", "1");
    const { session_id } = await client.files.uploadSessionStart({}, "12");
    const cursor = { session_id, offset: 2 };
    expect(await client.files.uploadSessionFinish({ cursor, commit: { path: "/a" } }, "3").outcome()).toMatchObject({
      ok: false,
      error: { ".tag": "path", path: { conflict: { ".tag": "file" } } },
    });
    await client.files.uploadSessionFinish({ cursor, commit: { path: "/b" } }, "3");
    expect(await read(client, "/b")).toBe("123");
  });

  test("upload sessions refuse malformed ids", async () => {
    const { client } = await newPerson(service);
    for (const session_id of ["", "x"]) {
      expect(await client.files.uploadSessionAppend({ session_id, offset: 0 }, "x").outcome()).toMatchObject({
        ok: false,
        error: { ".tag": "not_found" },
      });
    }
    for (const session_id of ["\0", "\ud800"]) {
      const nothing = client.files.uploadSessionAppend({ session_id, offset: 0 }, "x");
      await expect(nothing).rejects.toMatchObject({ status: 400 });
    }
  });

  test("upload sessions expire after a week", async () => {
    const { client } = await newPerson(service);
    const { session_id } = await client.files.uploadSessionStart({}, "12");
    await moveClock(service, 7 * 24 * 60 * 60 * 1000 + 1000);
    expect(await client.files.uploadSessionAppend({ session_id, offset: 2 }, "x").outcome()).toMatchObject({
      ok: false,
      error: { ".tag": "not_found" },
    });
  });
});
