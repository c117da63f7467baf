import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { generatePackage } from "../../src/project/generate/generate-package.js";
import { writeFolder } from "../../src/project/output/output-folder.js";
import { splitStandardInput } from "../../src/project/specs.js";
import { compile } from "../../src/compiler/compile.js";
import * as catalogue from "../../src/text/diagnostics/catalogue.js";
import type { Api } from "../../src/ir/api.js";
import { toJson } from "../../src/ir/json.js";
import type { SourceFile } from "../../src/text/source.js";
import { compilerErrors } from "../support/compiler-errors.js";
import { compileFiles } from "../support/examples.js";
import type { Exports } from "../support/packages.js";
import { apiOfTexts, examplesOf, fieldNamed } from "../support/stone.js";
import { blocksOf, codeIn, pages, rowsOf, type Block, type Page } from "./pages.js";

const all = pages();
// The pages about diagnostics have fixtures and a test of their own.
const specs = all
  .filter(({ path }) => !path.startsWith("docs/diagnostics/"))
  .flatMap(blocksOf)
  .filter(({ info }) => /^stone\b/.test(info));

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
  test.each(specs)("the specification at $path:$line compiles, or has the error that it shows", (block) => {
    const [, code] = /^stone(?: error=([\w-]+))?$/.exec(block.info) ?? [];
    // A page that leads through a task shows the attributes of routes in a file of their own.
    const attributes = specs.filter(
      ({ path, info }) => path === block.path && info.endsWith("stone_cfg.stone") && info !== block.info,
    );
    const { diagnostics } = compile([block, ...attributes].flatMap(filesOf));
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(code === undefined ? [] : [code]);
  });
});

test("the codes in the table of errors exist", () => {
  const codes = new Set(Object.values(catalogue).map(({ code }) => code));
  const named = rowsOf(page("docs/language/errors.md")).flatMap((cells) =>
    (cells[0] ?? "").startsWith("**E-")
      ? [...(cells.at(-1) ?? "").matchAll(/`([\w-]+)`/g)].map(([, code = ""]) => code)
      : [],
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((code) => !codes.has(code))).toEqual([]);
});

test("each error that the catalogue cites has its code in the table of errors", () => {
  const source = readFileSync("src/text/diagnostics/catalogue.ts", "utf8");
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

test("the JSON of examples in the language reference is what the page about them says", () => {
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

/** The rows with two cells of code that follow a rule on a page, in which `⏎` is a line break and `·` a space. */
function textsBelow(path: string, rule: string): { readonly source: string; readonly wanted: string }[] {
  const { text } = page(path);
  const start = text.indexOf(`**${rule}**`);
  const section = { path, text: text.slice(start, text.indexOf("\n- **", start)) };
  return rowsOf(section).flatMap(([source, wanted]) => {
    const [from, to] = [source, wanted].map((cell) => /^`([^`]*)`/.exec(cell ?? "")?.[1]);
    const plain = (cell: string): string => cell.replaceAll("⏎", "\n").replaceAll("·", " ");
    return from === undefined || to === undefined ? [] : [{ source: plain(from), wanted: plain(to) }];
  });
}

test("the values of strings are what LEX-21 says", () => {
  const rows = textsBelow("docs/language/lexical-structure.md", "LEX-21");
  expect(rows).toHaveLength(7);
  for (const { source, wanted } of rows) {
    const api = apiOfTexts([`namespace sample\nstruct S\n    f String = "${source}"`]);
    expect(fieldNamed(api, "S", "f").default, source).toBe(wanted);
  }
});

test("documentation is processed as DOC-2 says", () => {
  const rows = textsBelow("docs/language/examples-and-documentation.md", "DOC-2");
  expect(rows).toHaveLength(5);
  for (const { source, wanted } of rows) {
    // Each line has the indentation of the definition, which is not part of the value.
    const api = apiOfTexts([`namespace sample\nalias A = String\n    "${source.replaceAll("\n", "\n    ")}"`]);
    expect(api.namespaces[0]?.aliases[0]?.doc?.text, source).toBe(wanted);
  }
});

test("the types of the page about the compiled API describe what is printed", { timeout: 300_000 }, async () => {
  const [types] = blocksOf(page("docs/ir-json.md")).filter(({ info }) => info === "ts");
  const apis = [compileFiles("spec"), ...specs.filter(({ info }) => info === "stone").flatMap(apiOfBlock)];
  const json = apis.map((api) => toJson(api).replaceAll(/\b\d{17,}\b/g, "$&n"));
  const folder = await mkdtemp(join(tmpdir(), "ashlar-ir-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const text = `${types?.code ?? ""}\nexport const documents: Document[] = [${json.join(",\n")}];\n`;
  await writeFile(join(folder, "printed.ts"), text);
  const compilerOptions = { strict: true, noEmit: true, target: "es2022", types: [] };
  expect(await compilerErrors("typescript-newest", folder, { compilerOptions, files: ["printed.ts"] })).toBe("");
});

function apiOfBlock(block: Block): Api[] {
  const { api } = compile(filesOf(block));
  return api === undefined ? [] : [api];
}

describe("the wire format", () => {
  const wire = page("docs/wire-format.md");
  const rows = rowsOf(wire).map((cells) => ({ cells, codes: cells.map(codeIn) }));
  let folder: string;

  /** What the package of the page's specifications exports for a namespace. */
  async function exportsOf(namespace: string): Promise<Exports> {
    return (await import(pathToFileURL(join(folder, "dist", namespace, "index.js")).href)) as Exports;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ashlar-wire-"));
    const blocks = blocksOf(wire).filter(({ info }) => info === "stone");
    const files = blocks.map(({ code }, index) => ({ path: `${index}.stone`, text: code }));
    const config = { specs: ".", out: folder, package: { name: "wire-api" } };
    const generated = await generatePackage({ config, directory: folder, specs: files });
    expect(generated.diagnostics).toEqual([]);
    await writeFolder(folder, generated.files ?? [], new AbortController().signal);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const messages = rows
    .filter(({ codes: [type, json], cells }) => cells.length === 4 && type !== undefined && json !== undefined)
    .map(({ codes: [type = "", json = ""], cells: [, , strict, lenient] }) => ({ type, json, strict, lenient }));

  test.each(messages)(
    "the page about the wire format accepts or refuses what it says: $type $json",
    async ({ type, json, strict, lenient }) => {
      const codecs = await exportsOf("wire");
      for (const [mode, wanted] of [
        ["strict", strict],
        ["lenient", lenient],
      ] as const) {
        expect(outcome(codecs, type, json, mode === "strict"), mode).toEqual(
          wanted === "refused" ? "refused" : JSON.parse(codeIn(wanted) ?? ""),
        );
      }
    },
  );

  const entries = rows
    .filter(({ cells, codes }) => cells.length === 3 && codes.every((code) => code !== undefined))
    .map(({ codes: [field = "", value = "", logged = ""] }) => ({ field, value, logged }));

  test.each(entries)(
    "the page about the wire format redacts as it says: $field $value",
    async ({ field, value, logged }) => {
      const { redactEntry } = await exportsOf("logs");
      expect(redactEntry({ [field]: JSON.parse(value) })).toEqual({ [field]: JSON.parse(logged) });
    },
  );

  test("the page about the wire format has messages and entries of logs", () => {
    expect([messages.length, entries.length]).toEqual([24, 9]);
  });

  /** The JSON of the value that is decoded from JSON, or `refused`. */
  function outcome(codecs: Exports, type: string, json: string, strict: boolean): unknown {
    let value: unknown;
    try {
      value = codecs[`decode${type}`](JSON.parse(json), { strict });
    } catch {
      return "refused";
    }
    return JSON.parse(JSON.stringify(codecs[`encode${type}`](value)));
  }
});
