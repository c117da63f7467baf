import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Contents } from "../src/contents/contents.js";
import { folderContents } from "../src/contents/folder-contents.js";

describe("contents in a folder", () => {
  let folder = "";
  let contents: Contents;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "contents-"));
    contents = await folderContents(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const anHourAgo = (): Date => new Date(Date.now() - 60 * 60 * 1000);
  const place = (content: string): string => join(folder, content.slice(0, 2), content);
  const needing =
    (...some: string[]): (() => Promise<Set<string>>) =>
    () =>
      Promise.resolve(new Set(some));

  async function add(text: string): Promise<string> {
    return (await contents.add(pieces(text))).content;
  }

  async function text(content: string, start = 0, end = 99): Promise<string> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of contents.read(content, start, end)) {
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }

  function makeOld(path: string): void {
    const time = new Date(Date.now() - 2 * 60 * 60 * 1000);
    utimesSync(path, time, time);
  }

  test("contents in a folder are found by their hash", async () => {
    const content = await add("some text");
    expect(await add("some text")).toBe(content);
    expect(await text(content)).toBe("some text");
    expect(await text(content, 5, 6)).toBe("te");
    expect(await text(content, 0, -1)).toBe("");
    expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  });

  test("contents in a folder are read in pieces, and a partial read leaves no file open", async () => {
    const whole = "0123456789".repeat(50_000);
    const content = await add(whole.slice(0, 1000));
    const { content: large } = await contents.add(Readable.from([Buffer.from(whole)]));
    expect(await text(large, 0, whole.length - 1)).toBe(whole);
    expect(await text(large, 99_995, 400_004)).toBe(whole.slice(99_995, 400_005));
    expect(await text(content, 990, 2_000)).toBe("0123456789");
    for await (const piece of contents.read(large, 0, whole.length - 1)) {
      expect(piece.byteLength).toBeLessThan(whole.length);
      break;
    }
    await expect(text("0".repeat(64))).rejects.toThrow("ENOENT");
    const open = readdirSync("/proc/self/fd").map((name) => contentLink(`/proc/self/fd/${name}`));
    expect(open.filter((path) => path.startsWith(folder))).toEqual([]);
  });

  test("contents in a folder leave nothing if they are interrupted", async () => {
    const broken = async function* (): AsyncIterable<Uint8Array> {
      yield* pieces("the beginning");
      throw new Error("broken off");
    };
    await expect(contents.add(broken())).rejects.toThrow("broken off");
    expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toEqual([]);
    expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  });

  test("contents in a folder are swept if they are old and unneeded", async () => {
    const [fresh, old, needed] = [await add("fresh"), await add("old"), await add("needed")];
    [old, needed].forEach((content) => makeOld(place(content)));
    writeFileSync(join(folder, "incoming", "left"), "by a process that is no more");
    makeOld(join(folder, "incoming", "left"));
    expect(await contents.sweep(anHourAgo(), needing(needed))).toBe(1);
    expect([fresh, old, needed].map((content) => existsSync(place(content)))).toEqual([true, false, true]);
    expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  });

  test("contents in a folder stay if they are added during a sweep", async () => {
    const content = await add("text");
    makeOld(place(content));
    const swept = await contents.sweep(anHourAgo(), async () => {
      await add("text");
      return new Set();
    });
    expect(swept).toBe(0);
    expect(await text(content)).toBe("text");
  });

  test("contents in a folder can be swept by several processes at the same time", async () => {
    const added = await Promise.all(Array.from({ length: 20 }, (_, index) => add(`text ${index}`)));
    added.forEach((content) => makeOld(place(content)));
    const kept = added.slice(10);
    await Promise.all([1, 2, 3].map(() => contents.sweep(anHourAgo(), needing(...kept))));
    expect(added.filter((content) => existsSync(place(content)))).toEqual(kept);
  });

  test("contents in a folder are restored after a crash during a sweep", async () => {
    const [fresh, old] = [await add("fresh"), await add("old")];
    makeOld(place(old));
    mkdirSync(join(folder, "trash"));
    [fresh, old].forEach((content) => renameSync(place(content), join(folder, "trash", content)));
    await contents.sweep(anHourAgo(), needing());
    expect(await text(fresh)).toBe("fresh");
    expect(existsSync(place(old))).toBe(false);
    expect(readdirSync(join(folder, "trash"))).toEqual([]);
  });
});

/** What a link of the system leads to; empty where it is gone again. */
function contentLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

async function* pieces(text: string): AsyncIterable<Uint8Array> {
  for (const character of text) {
    yield await Promise.resolve(Buffer.from(character));
  }
}
