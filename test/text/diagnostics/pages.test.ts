import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkApiForPackage } from "../../../src/project/check-api.js";
import { Compiler } from "../../../src/compiler/compiler.js";
import * as catalogue from "../../../src/text/diagnostics/catalogue.js";
import type { Diagnostic } from "../../../src/text/diagnostics/diagnostic.js";
import { renderAll } from "../../../src/text/diagnostics/render.js";
import type { SourceFile } from "../../../src/text/source.js";
import { pagesFolder, readPage, withReport } from "./pages.js";

// `docs/diagnostics/<code>.md` explains a code: a specification with that mistake, what is reported, and the repaired
// specification. To update the reports in the pages: `npx vitest run test/text/diagnostics -u`.

const codes = Object.values(catalogue)
  .map(({ code }) => code)
  .sort();

/** The specifications that are too long for a page. */
const abbreviated: Readonly<Record<string, string>> = {
  "file-too-long": `namespace files\n\nalias Long = ${"List(".repeat(600_000)}String${")".repeat(600_000)}\n`,
  "nested-too-deeply": `namespace files\n\nalias Deep = ${"List(".repeat(101)}String${")".repeat(101)}\n`,
  "too-many-ancestors": `namespace files\n\nstruct T0\n    "The root."\n${Array.from(
    { length: 1001 },
    (_, index) => `\nstruct T${index + 1} extends T${index}\n    "Extends the one before."\n`,
  ).join("")}`,
};

function diagnosticsOf(files: readonly SourceFile[]): readonly Diagnostic[] {
  return checkApiForPackage(new Compiler().compile(files), files, {}).diagnostics;
}

describe("the catalogue of diagnostics", () => {
  test("the catalogue of diagnostics uses every code once", () => {
    expect(new Set(codes).size).toBe(codes.length);
  });

  test("the catalogue of diagnostics names every diagnostic after its code", () => {
    const camelCase = (code: string): string => code.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const names = Object.entries(catalogue).map(([name, { code }]) => [code, name]);
    expect(names).toEqual(names.map(([code = ""]) => [code, camelCase(code)]));
  });

  test("the catalogue of diagnostics has a page for every code, and no other pages", () => {
    const pages = readdirSync(pagesFolder).map((file) => file.replace(/\.md$/, ""));
    expect(pages.filter((page) => page !== "README").sort()).toEqual(codes);
  });

  test("the catalogue of diagnostics has every code once in the index of the pages", () => {
    const index = readFileSync(`${pagesFolder}README.md`, "utf8");
    const entries = [...index.matchAll(/^- \[`(.+)`\]\((.+)\.md\): /gm)];
    expect(entries.map(([, code]) => code).sort()).toEqual(codes);
    expect(entries.map(([, , page]) => page).sort()).toEqual(codes);
  });

  test("the catalogue of diagnostics has every code in the list of errors, each time with a link to its page", () => {
    const list = readFileSync(`${pagesFolder}../language/errors.md`, "utf8");
    const targets = [...list.matchAll(/^\[`(.+)`\]: (.+)$/gm)].map(([, code, target]) => [code, target]);
    expect(targets.sort()).toEqual(codes.map((code) => [code, `../diagnostics/${code}.md`]));
    for (const code of codes) {
      const mentions = list.split(`\`${code}\``).length - 1;
      const links = list.split(`[\`${code}\`]`).length - 1;
      expect([code, mentions]).toEqual([code, links]);
      expect(links, code).toBeGreaterThan(1); // one of them is the target
    }
  });
});

describe("the page of a diagnostic", () => {
  test.each(codes)("the incorrect specification on the page of %s reports this and nothing else", async (code) => {
    const page = readPage(code);
    const long = abbreviated[code];
    const files = long === undefined ? page.incorrect : [{ path: "api.stone", text: long }];
    const diagnostics = diagnosticsOf(files);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
    const textOf = (path: string): string | undefined => files.find((file) => file.path === path)?.text;
    const report = renderAll(diagnostics, textOf, { color: false });
    await expect(withReport(page, report)).toMatchFileSnapshot(`${pagesFolder}${code}.md`);
  });

  test.each(codes)("the correct specification on the page of %s reports nothing", (code) => {
    const { correct } = readPage(code);
    expect(correct).not.toEqual([]);
    expect(diagnosticsOf(correct)).toEqual([]);
  });

  test("the page of a diagnostic has the form that `ashlar explain` prints", () => {
    const paragraph = "(?!#|```).+\n\n";
    const block = "```(?:stone|text)\n[^]*?\n```\n";
    const form = new RegExp(
      `^# (\\S+)\n\n(?:${paragraph})+## Incorrect\n\n(?:${block}\n)+## Correct\n(?:\n${block})+$`,
    );
    expect(codes.filter((code) => form.exec(readPage(code).text)?.[1] !== code)).toEqual([]);
  });
});
