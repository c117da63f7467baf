import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compile.js";
import * as catalogue from "../../src/diagnostics/catalogue.js";
import { renderAll } from "../../src/diagnostics/render.js";
import type { SourceFile } from "../../src/source/source.js";

// `<code>.stone` is a specification with that mistake, and `<code>.txt` what is printed of it. To write the latter anew:
// `npx vitest run test/diagnostics -u`.
const folder = fileURLToPath(new URL(".", import.meta.url));

const codes = Object.values(catalogue)
  .map(({ code }) => code)
  .sort();

/** What takes a thousand lines to show is in `test/sizes.test.ts`. */
const tooLong: readonly string[] = ["too-many-ancestors"];

/** What follows from a configuration is in `test/cli/check.test.ts`. */
const configured: readonly string[] = ["unknown-route-style"];

/** The files of a fixture: what follows a line like `# --- u.stone` is a file of its own. */
function filesOf(code: string): SourceFile[] {
  const [first = "", ...others] = readFileSync(`${folder}${code}.stone`, "utf8").split(/^# --- (\S+)\n/m);
  const files = [{ path: `${code}.stone`, text: first }];
  for (let index = 0; index < others.length; index += 2) {
    files.push({ path: others[index] ?? "", text: others[index + 1] ?? "" });
  }
  return files;
}

test("every code of the catalogue has a fixture, and is used once", () => {
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => !existsSync(`${folder}${code}.stone`))).toEqual([...tooLong, ...configured]);
});

test("every fixture is for a code", () => {
  const fixtures = readdirSync(folder).filter((file) => /\.(?:stone|txt)$/.test(file));
  expect(fixtures.filter((file) => !codes.includes(file.replace(/\.\w+$/, "")))).toEqual([]);
});

describe("one mistake, one diagnostic", () => {
  test.each(codes.filter((code) => ![...tooLong, ...configured].includes(code)))("%s", async (code) => {
    const files = filesOf(code);
    const { diagnostics } = compile(files);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
    const textOf = (path: string): string | undefined => files.find((file) => file.path === path)?.text;
    await expect(renderAll(diagnostics, textOf, { color: false })).toMatchFileSnapshot(`${folder}${code}.txt`);
  });
});
