import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Contents } from "../src/contents/contents.js";
import { s3Contents, type Bucket } from "../src/contents/s3-contents.js";
import { startService, type RunningService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { startBuckets, type BucketServer } from "./support/buckets.js";
import { newPerson, read, save } from "./support/files.js";
import { mountDisk } from "./support/limited-disk.js";
import { freshData, testedService } from "./support/service.js";

describe("contents in a bucket of S3", () => {
  let folder = "";
  let server: BucketServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "s3-"));
    server = await startBuckets(join(folder, "s3"), ["contents", "shared", "service", "paged"]);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const keys = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
  const later = (): Date => new Date(Date.now() + 60_000);
  const none = (): Promise<Set<string>> => Promise.resolve(new Set());
  const bucketAt = (name: string): Bucket => ({ url: `${server.url}/${name}`, region: "us-east-1", ...keys });
  const openBucket = (name: string): Promise<Contents> => s3Contents(bucketAt(name), join(folder, "data"));

  test("contents in an S3 bucket are found by their hash, whole or a range of them", async () => {
    const contents = await openBucket("contents");
    const { content, size } = await contents.add(pieces("some text"));
    expect(size).toBe(9);
    expect(await contents.add(pieces("some text"))).toEqual({ content, size });
    expect(await readText(contents, content, 0, 8)).toBe("some text");
    expect(await readText(contents, content, 5, 6)).toBe("te");
    expect(await readText(contents, content, 0, -1)).toBe("");
    const empty = await contents.add(pieces(""));
    expect([empty.size, await readText(contents, empty.content, 0, -1)]).toEqual([0, ""]);
    const listed = new Map<string, number>();
    for await (const { content: name, size: length } of contents.list()) {
      listed.set(name, length);
    }
    expect(listed).toEqual(
      new Map([
        [content, 9],
        [empty.content, 0],
      ]),
    );
    expect(readdirSync(join(folder, "data/incoming"))).toEqual([]);
    await expect(readText(contents, "0".repeat(64), 0, 1)).rejects.toThrow("no object");
  });

  test("contents in an S3 bucket leave nothing if they are interrupted", async () => {
    const contents = await openBucket("contents");
    const broken = async function* (): AsyncIterable<Uint8Array> {
      yield* pieces("the beginning");
      throw new Error("broken off");
    };
    await expect(contents.add(broken())).rejects.toThrow("broken off");
    expect(readdirSync(join(folder, "data/incoming"))).toEqual([]);
  });

  test("contents in an S3 bucket are unavailable while the disk for incoming contents is full (OPS-31, OPS-43)", async ({
    skip,
  }) => {
    const full = mkdtempSync(join(folder, "full-"));
    const disk = mountDisk(full, 1 << 20);
    if (disk === undefined) {
      return skip("this user cannot mount a file system");
    }
    onTestFinished(() => disk.unmount());
    const contents = await s3Contents(bucketAt("contents"), full);
    disk.fill();
    await expect(contents.add(pieces("x".repeat(10_000)))).rejects.toMatchObject({ name: "ContentsUnavailable" });
    disk.empty();
    expect((await contents.add(pieces("x".repeat(10_000)))).size).toBe(10_000);
  });

  test("contents in an S3 bucket say why they cannot be stored", async () => {
    const contents = await openBucket("nowhere");
    await expect(contents.add(pieces("x"))).rejects.toThrow(/S3 answered 404 to PUT .*NoSuchBucket/s);
  });

  test("contents in an S3 bucket are swept in two steps: contents that are added or needed in between stay, and remain readable", async () => {
    const contents = await openBucket("shared/with/a-prefix");
    const [unneeded, needed, again, restored] = await Promise.all(
      ["unneeded", "needed", "again", "restored"].map(async (text) => (await contents.add(pieces(text))).content),
    );
    if (!unneeded || !needed || !again || !restored) {
      throw new Error("Something is missing.");
    }
    expect(await contents.sweep(new Date(0), none)).toBe(0);
    expect(await contents.sweep(later(), () => Promise.resolve(new Set([needed])))).toBe(3);
    expect(await readText(contents, unneeded, 0, 99)).toBe("unneeded");
    await contents.add(pieces("again"));
    const kept = new Set([needed, again, restored]);
    expect(await contents.sweep(later(), () => Promise.resolve(kept))).toBe(0);
    await expect(readText(contents, unneeded, 0, 99)).rejects.toThrow("no object");
    for (const [content, text] of [
      [needed, "needed"],
      [again, "again"],
      [restored, "restored"],
    ] as const) {
      expect(await readText(contents, content, 0, 99)).toBe(text);
    }
  });

  test("contents in an S3 bucket are swept in any number", async () => {
    const contents = await s3Contents(bucketAt("paged"), join(folder, "data"), { pageSize: 5 });
    for (let number = 0; number < 12; number++) {
      await contents.add(pieces(String(number)));
    }
    expect(await contents.sweep(later(), none)).toBe(12);
  });

  test("contents in an S3 bucket support downloads, copies and ranges of a service", async () => {
    const environment = {
      ...(await freshData(undefined, join(folder, "service"))),
      LOG_LEVEL: "fatal",
      S3_BUCKET_URL: `${server.url}/service`,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    };
    const running: RunningService = await startService(readSettings(environment));
    try {
      const service = testedService(() => running.url);
      const { client } = await newPerson(service);
      const big = "0123456789".repeat(300_000);
      await save(client, "/big.txt", big);
      expect(await read(client, "/big.txt")).toBe(big);
      await client.files.copy({ from_path: "/big.txt", to_path: "/copy.txt" });
      await client.files.delete({ path: "/big.txt" });
      expect((await service.storage.sweepContents()).count).toBe(0);
      const part = await client.files.download({ path: "/copy.txt" }, { range: { start: 10, end: 14 } });
      expect(await part.text()).toBe("01234");
    } finally {
      await running.stop();
    }
  });
});

async function readText(contents: Contents, content: string, start: number, end: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of contents.read(content, start, end)) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function* pieces(text: string): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
