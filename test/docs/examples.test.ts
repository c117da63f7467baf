import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generatePackage } from "../../src/cli/generate-package.js";
import { writeFolder } from "../../src/cli/output-folder.js";
import { splitStandardInput } from "../../src/cli/standard-input.js";
import { compile } from "../../src/compile.js";
import * as catalogue from "../../src/diagnostics/catalogue.js";
import type { SourceFile } from "../../src/source/source.js";
import type { Exports } from "../packages.js";
import { apiOfTexts, examplesOf } from "../stone.js";
import { blocksOf, codeIn, pages, rowsOf, type Block, type Page } from "./pages.js";

const all = pages();
const specs = all.flatMap(blocksOf).filter(({ info }) => /^stone\b/.test(info));

function page(path: string): Page {
  const found = all.find((candidate) => candidate.path === path);
  if (found === undefined) {
    throw new Error(`There is no page ${path}.`);
  }
  return found;
}

/** The files of a block: one for each namespace that it declares; its namespace is `sample` if it declares none. */
function filesOf({ code }: Block): SourceFile[] {
  return splitStandardInput(/^namespace /m.test(code) ? code : `namespace sample\n${code}`);
}

describe("each specification in the documents", () => {
  test.each(specs)("compiles, or has the error that it shows: $path:$line", (block) => {
    const [, code] = /^stone(?: error=([\w-]+))?$/.exec(block.info) ?? [];
    const { diagnostics } = compile(filesOf(block));
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(code === undefined ? [] : [code]);
  });
});

test("the codes in the table of errors exist", () => {
  const codes = new Set(Object.values(catalogue).map(({ code }) => code));
  const named = rowsOf(page("docs/language/errors.md")).flatMap((cells) =>
    /^\*\*E-/.test(cells[0] ?? "")
      ? [...(cells.at(-1) ?? "").matchAll(/`([\w-]+)`/g)].map(([, code = ""]) => code)
      : [],
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((code) => !codes.has(code))).toEqual([]);
});

test("each error that the catalogue cites has its code in the table of errors", () => {
  const source = readFileSync("src/diagnostics/catalogue.ts", "utf8");
  const entries = [...source.matchAll(/^\/\*\* (.*E-.*) \*\/\nexport const \w+ = error\("([\w-]+)"/gm)];
  const cited = entries.flatMap(([, comment = "", code = ""]) =>
    (comment.match(/\bE-[A-Z]+-\d+[a-z]?/g) ?? []).map((rule) => ({ rule, code })),
  );
  expect(cited.length).toBeGreaterThan(100);
  const rows = rowsOf(page("docs/language/errors.md"));
  const missing = cited.filter(
    ({ rule, code }) =>
      !rows.some((cells) => cells[0] === `**${rule}**` && cells.at(-1)?.includes(`\`${code}\``) === true),
  );
  expect(missing).toEqual([]);
});

test("the JSON of examples is what the page about them says", () => {
  const { text, path } = page("docs/language/examples-and-documentation.md");
  const [block] = blocksOf({ path, text });
  const api = apiOfTexts(block === undefined ? [] : filesOf(block).map((file) => file.text));
  const rows = rowsOf({ path, text })
    .map((cells) => cells.map(codeIn))
    .filter(([, , json]) => json?.startsWith("{") === true);
  expect(rows).toHaveLength(8);
  for (const [type = "", label = "", json = ""] of rows) {
    expect(examplesOf(api, type)[label], `${type} ${label}`).toEqual(JSON.parse(json));
  }
});

describe("each message in the table of the wire format", () => {
  const wire = page("docs/wire-format.md");
  const messages = rowsOf(wire)
    .filter((cells) => cells.length === 4 && /^`\w+`$/.test(cells[0] ?? "") && codeIn(cells[1]) !== undefined)
    .map(([type, json, strict, lenient]) => ({ type: codeIn(type) ?? "", json: codeIn(json) ?? "", strict, lenient }));
  let folder: string;
  let exports: Exports;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ashlar-wire-"));
    const [block] = blocksOf(wire).filter(({ info }) => info === "stone");
    const files = block === undefined ? [] : filesOf(block);
    const config = { specs: ".", out: folder, package: { name: "wire-api" } };
    const generated = await generatePackage(config, folder, files);
    expect(generated.diagnostics).toEqual([]);
    await writeFolder(folder, generated.files ?? [], new AbortController().signal);
    exports = (await import(pathToFileURL(join(folder, "dist/wire/index.js")).href)) as Exports;
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("is there", () => {
    expect(messages).toHaveLength(24);
  });

  test.each(messages)("is accepted or refused as it says: $type $json", ({ type, json, strict, lenient }) => {
    expect(outcome(type, json, true), "strict").toEqual(wanted(strict));
    expect(outcome(type, json, false), "lenient").toEqual(wanted(lenient));
  });

  /** The JSON of the value that is decoded from JSON, or `refused`. */
  function outcome(type: string, json: string, strict: boolean): unknown {
    let value: unknown;
    try {
      value = exports[`decode${type}`](JSON.parse(json), { strict });
    } catch {
      return "refused";
    }
    return JSON.parse(JSON.stringify(exports[`encode${type}`](value)));
  }

  function wanted(cell: string | undefined): unknown {
    return cell === "refused" ? "refused" : JSON.parse(codeIn(cell) ?? "");
  }
});
