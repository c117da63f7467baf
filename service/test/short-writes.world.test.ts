import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "short-writes-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Adds 120,000 bytes, which are written at once, to contents in a process that can only write files of 100 KiB. */
const program = `
  const { folderContents } = await import(process.argv[1]);
  const contents = await folderContents(process.argv[2]);
  async function* chunks() {
    for (let count = 0; count < 4; count++) {
      yield new Uint8Array(30_000);
    }
  }
  console.log(await contents.add(chunks()).then(() => "added", ({ code }) => code));`;

test("content of which the system writes only a part is not added", () => {
  const module = new URL("../dist/contents/folder-contents.js", import.meta.url).href;
  const node = [process.execPath, "--input-type=module", "--eval", program, module, folder];
  const printed = execFileSync("bash", ["-c", 'ulimit -f 100 && exec "$@"', "bash", ...node], { encoding: "utf8" });
  expect(printed).toBe("EFBIG\n");
});
