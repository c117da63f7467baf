import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newPerson, read, save } from "./support/files.js";
import { describeService, moveClock } from "./support/service.js";

describeService("uploads and downloads", (service) => {
  /** A request for content, as no client would send it. */
  const request = (
    route: string,
    token: string,
    arg: unknown,
    { headers, ...init }: { method?: string; body?: BodyInit; headers?: Record<string, string> } = {},
  ): Promise<Response> =>
    fetch(`${service.url}/2/files/${route}?arg=${encodeURIComponent(JSON.stringify(arg))}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, ...headers },
      ...init,
    });

  test("uploads and downloads return exactly the bytes that were sent (B-005, B-006, B-007)", async () => {
    const { client, token } = await newPerson(service);
    for (const bytes of [new Uint8Array(0), Uint8Array.from([0, 255, 10, 13]), randomBytes(2 * 1024 * 1024 + 1)]) {
      const saved = await client.files.upload({ path: "/file", mode: "overwrite" }, bytes);
      expect(saved.size).toBe(bytes.byteLength);
      const download = await client.files.download({ path: "/file" });
      expect(download.result).toEqual(saved);
      expect(Buffer.from(await download.bytes()).equals(bytes)).toBe(true);
    }
    const headers = { "Content-Type": "application/octet-stream" };
    const uploaded = await request("upload", token, { path: "/other" }, { body: "text", headers });
    expect(await uploaded.json()).toMatchObject({ name: "other", size: 4 });
    expect(await (await request("download", token, { path: "/other" })).text()).toBe("text");
  });

  test("uploads and downloads accept their argument in the header or in the URL, but not in both (B-007, Q-03)", async () => {
    const { client, token } = await newPerson(service);
    await save(client, "/file");
    const arg = JSON.stringify({ path: "/file" });
    const url = `${service.url}/2/files/download?arg=${encodeURIComponent(arg)}`;
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(url, { method: "POST", headers })).status).toBe(200);
    const both = { ...headers, "Service-API-Arg": arg };
    expect((await fetch(url, { method: "POST", headers: both })).status).toBe(400);
  });

  test("downloads work with GET, and credentials in the URL (B-008)", async () => {
    const { client, token } = await newPerson(service);
    await save(client, "/a", "text");
    const parameters = new URLSearchParams({ arg: JSON.stringify({ path: "/a" }), authorization: `Bearer ${token}` });
    const response = await fetch(`${service.url}/2/files/download?${parameters}`);
    expect(await response.text()).toBe("text");
    expect(JSON.parse(response.headers.get("Service-API-Result") ?? "")).toMatchObject({ name: "a" });
  });

  test("downloads send no content that the caller already has (B-009, Q-04)", async () => {
    const { client, token } = await newPerson(service);
    await save(client, "/a", "one");
    const first = await client.files.download({ path: "/a" });
    await first.text();
    const etag = first.etag ?? "";
    expect((await client.files.download({ path: "/a" }, { ifNoneMatch: etag })).isNotModified).toBe(true);
    for (const value of [etag, "*", `"x", ${etag}`]) {
      const same = await request("download", token, { path: "/a" }, { headers: { "If-None-Match": value } });
      expect([same.status, await same.text(), same.headers.get("ETag")]).toEqual([304, "", etag]);
    }
    await save(client, "/a", "two", "overwrite");
    const changed = await request("download", token, { path: "/a" }, { headers: { "If-Match": etag } });
    expect(changed.status).toBe(412);
    const other = await request("download", token, { path: "/a" }, { headers: { "If-None-Match": etag } });
    expect([other.status, await other.text()]).toEqual([200, "two"]);
    expect(other.headers.get("ETag")).not.toBe(etag);
  });

  test("downloads send parts of files (B-010)", async () => {
    const { client, token } = await newPerson(service);
    await save(client, "/a", "0123456789");
    const part = async (range: string): Promise<unknown[]> => {
      const response = await request("download", token, { path: "/a" }, { headers: { Range: range } });
      return [response.status, response.headers.get("Content-Range"), response.ok && (await response.text())];
    };
    expect(await part("bytes=2-5")).toEqual([206, "bytes 2-5/10", "2345"]);
    expect(await part("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"]);
    expect(await part("bytes=8-99")).toEqual([206, "bytes 8-9/10", "89"]);
    expect(await part("bytes=10-")).toEqual([416, "bytes */10", false]);
    expect(await (await client.files.download({ path: "/a" }, { range: { start: 3, end: 4 } })).text()).toBe("34");
    await save(client, "/empty", "");
    expect(await read(client, "/empty")).toBe("");
  });

  test("uploads and downloads keep names beyond ASCII, in both headers (B-011, Q-05)", async () => {
    const { client, token } = await newPerson(service);
    const name = '日本 é "x"\u007f 😀.txt';
    expect((await save(client, `/${name}`, "x")).name).toBe(name);
    const { result } = await client.files.download({ path: `/${name}` });
    expect(result.path_display).toBe(`/${name}`);
    const raw = await request("download", token, { path: `/${name}` });
    expect(raw.headers.get("Service-API-Result")).toMatch(/^[\x20-\x7e]*$/);
  });

  test("upload offsets accept integers only (B-024)", async () => {
    const { token } = await newPerson(service);
    for (const offset of [-1, 1.5, "1"]) {
      const cursor = { session_id: "x", offset };
      expect((await request("upload_session/append", token, cursor, { body: "x" })).status).toBe(400);
    }
  });

  test("an upload adds a file, unless a different one exists", async () => {
    const { client } = await newPerson(service);
    const first = await save(client, "/a.txt", "one");
    expect(await save(client, "/A.TXT", "one")).toEqual(first);
    const outcome = await client.files.upload({ path: "/a.txt" }, "two").outcome();
    expect(outcome).toMatchObject({ ok: false, error: { ".tag": "path", reason: { conflict: { ".tag": "file" } } } });
    const renamed = await client.files.upload({ path: "/a.txt", autorename: true }, "two");
    expect(renamed.name).toBe("a (1).txt");
    expect(await read(client, "/a.txt")).toBe("one");
  });

  test("an upload replaces a file, which keeps its id and its name", async () => {
    const { client } = await newPerson(service);
    const first = await save(client, "/A.txt", "one");
    const second = await save(client, "/a.TXT", "two", "overwrite");
    expect(second).toMatchObject({ id: first.id, name: "A.txt" });
    expect(second.rev).not.toBe(first.rev);
    await client.files.createFolder({ path: "/folder" });
    const arg = { path: "/folder", mode: "overwrite" } as const;
    expect(await client.files.upload(arg, "x").outcome()).toMatchObject({
      ok: false,
      error: { reason: { conflict: { ".tag": "folder" } } },
    });
    expect((await client.files.upload({ ...arg, autorename: true }, "x")).name).toBe("folder (1)");
  });

  test("an upload replaces a given revision only", async () => {
    const { client } = await newPerson(service);
    const first = await save(client, "/a.txt", "one");
    const second = await save(client, "/a.txt", "two", { ".tag": "update", update: first.rev });
    const mode = { ".tag": "update", update: first.rev } as const;
    expect(await client.files.upload({ path: "/a.txt", mode }, "three").outcome()).toMatchObject({
      ok: false,
      error: { reason: { conflict: { ".tag": "file" } } },
    });
    const copy = await client.files.upload({ path: "/a.txt", mode, autorename: true }, "three");
    expect(copy.name).toBe("a (conflicted copy).txt");
    const other = await client.files.upload({ path: "/a.txt", mode, autorename: true }, "four");
    expect(other.name).toBe("a (conflicted copy 2).txt");
    expect(await client.files.getMetadata({ path: "/a.txt" })).toMatchObject({ rev: second.rev });
  });

  test("only one of two concurrent uploads replaces a revision (B-264)", async () => {
    const { client } = await newPerson(service);
    const { rev } = await save(client, "/a", "one");
    const outcomes = await Promise.all(
      ["two", "three"].map((text) =>
        client.files.upload({ path: "/a", mode: { ".tag": "update", update: rev } }, text).outcome(),
      ),
    );
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  test("content that could not be saved can be saved elsewhere without sending it again", async () => {
    const { client } = await newPerson(service);
    await save(client, "/a", "one");
    const outcome = await client.files.upload({ path: "/a" }, "two").outcome();
    const error = outcome.ok ? undefined : (outcome.error as { upload_session_id: string });
    const cursor = { session_id: error?.upload_session_id ?? "", offset: 3 };
    const saved = await client.files.uploadSessionFinish({ cursor, commit: { path: "/b" } }, "");
    expect(saved).toMatchObject({ name: "b", size: 3 });
    expect(await read(client, "/b")).toBe("two");
  });

  test("the time of an uploaded file is the one that was given, or now (B-021)", async () => {
    const { client } = await newPerson(service);
    const given = await client.files.upload({ path: "/a", client_modified: "2016-11-21T09:14:05Z" }, "x");
    expect(given.client_modified).toBe("2016-11-21T09:14:05Z");
    for (const time of [
      "0001-01-01T00:00:00Z",
      "0099-12-31T23:59:59Z",
      "1900-01-01T00:00:00Z",
      "9999-12-31T23:59:59Z",
    ]) {
      const path = `/of ${time.slice(0, 4)}`;
      expect((await client.files.upload({ path, client_modified: time }, "x")).client_modified).toBe(time);
      expect(await client.files.getMetadata({ path })).toMatchObject({ client_modified: time });
    }
    const { client_modified, server_modified } = await save(client, "/b");
    expect(server_modified).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(client_modified).toBe(server_modified);
  });

  test("uploads respect the quota (B-116)", async () => {
    const { client } = await newPerson(service, { quota: 10 });
    await save(client, "/a", "12345678");
    const outcome = await client.files.upload({ path: "/b" }, "123").outcome();
    expect(outcome).toMatchObject({ ok: false, error: { reason: { ".tag": "insufficient_space" } } });
    await save(client, "/a", "1234567890", "overwrite");
    await save(client, "/a", "1", "overwrite");
    await save(client, "/b", "123456789");
  });

  test("folders and restricted files cannot be downloaded", async () => {
    const { client, account } = await newPerson(service);
    await save(client, "/f/a");
    await service.storage.markFile({ account_id: account, path: "/f/a", is_restricted: true });
    for (const [path, tag] of [
      ["/f", "not_file"],
      ["/f/a", "restricted_content"],
      ["/none", "not_found"],
      ["rev:123456789", "not_found"],
    ] as const) {
      expect(await client.files.download({ path }).outcome()).toMatchObject({
        ok: false,
        error: { path: { ".tag": tag } },
      });
    }
  });

  test("a temporary link leads to the file for four hours, without authorization", async () => {
    const { client } = await newPerson(service);
    const saved = await save(client, "/Ö & <b>.html", "<script>text</script>");
    const { link, metadata } = await client.files.getTemporaryLink({ path: "/Ö & <b>.html" });
    expect(metadata).toEqual(saved);
    expect(new URL(link).origin).toBe(service.url);
    const response = await fetch(link);
    expect(await response.text()).toBe("<script>text</script>");
    expect(response.headers.get("Content-Type")).toBe("application/octet-stream");
    expect((await fetch(link, { method: "HEAD" })).headers.get("Content-Length")).toBe("21");
    const tag = response.headers.get("ETag") ?? "";
    for (const [headers, status, text] of [
      [{ Range: "bytes=8-11" }, 206, "text"],
      [{ Range: "bytes=-9" }, 206, "</script>"],
      [{ Range: "bytes=21-" }, 416, "The content ends at byte 21"],
      [{ "If-None-Match": tag }, 304, ""],
    ] as const) {
      const part = await fetch(link, { headers });
      expect([part.status, await part.text()]).toEqual([status, text]);
    }
    expect((await fetch(link.replace("/temporary/", "/temporary/x"))).status).toBe(404);
    const hours = (count: number): number => count * 60 * 60 * 1000;
    await moveClock(service, hours(4) - 60_000);
    expect((await fetch(link)).status).toBe(200);
    await moveClock(service, hours(4) + 1000);
    expect((await fetch(link)).status).toBe(404);
  });

  test("a preview of text is a page that shows it unchanged", async () => {
    const { client } = await newPerson(service);
    await save(client, "/a.txt", "<b>1 & 2</b>");
    const preview = await client.files.getPreview({ path: "/a.txt" });
    expect(preview.contentType).toContain("text/html");
    expect(await preview.text()).toContain("<pre>&lt;b&gt;1 &amp; 2&lt;/b&gt;</pre>");
    await save(client, "/a.xlsx");
    await client.files.upload({ path: "/b.txt" }, Uint8Array.from([255, 0]));
    for (const [path, tag] of [
      ["/a.xlsx", "unsupported_extension"],
      ["/b.txt", "unsupported_content"],
      ["/none", "path"],
    ] as const) {
      expect(await client.files.getPreview({ path }).outcome()).toMatchObject({ ok: false, error: { ".tag": tag } });
    }
  });

  test("the thumbnail of a small image is the image itself", async () => {
    const { client } = await newPerson(service);
    const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const png = Buffer.from(dot, "base64");
    const large = Buffer.from(png);
    large.writeUInt32BE(65, 16);
    await client.files.upload({ path: "/dot.png" }, png);
    await client.files.upload({ path: "/large.png" }, large);
    await save(client, "/a.txt");
    await save(client, "/b.png");
    const thumbnail = await client.files.getThumbnail({ path: "/dot.png", format: "png" });
    expect(thumbnail.contentType).toBe("image/png");
    expect(Buffer.from(await thumbnail.bytes()).equals(png)).toBe(true);
    for (const [arg, tag] of [
      [{ path: "/large.png", format: "png" }, "conversion_error"],
      [{ path: "/dot.png" }, "conversion_error"],
      [{ path: "/a.txt" }, "unsupported_extension"],
      [{ path: "/b.png" }, "unsupported_image"],
    ] as const) {
      expect(await client.files.getThumbnail(arg).outcome()).toMatchObject({ ok: false, error: { ".tag": tag } });
    }
    await (await client.files.getThumbnail({ path: "/large.png", format: "png", size: "w128h128" })).bytes();
  });
});
