import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compile, format, lint, type SourceFile } from "../../../src/index.js";

interface Snippet {
  readonly prefix: string;
  readonly description: string;
  readonly body: readonly string[];
}

const snippets = Object.entries(
  JSON.parse(readFileSync(new URL("../snippets.json", import.meta.url), "utf8")) as Readonly<Record<string, Snippet>>,
);

/** What an editor inserts if nothing is changed: each place has its first text. */
function expand({ body }: Snippet): string {
  const texts = new Map<string, string>();
  return body
    .join("\n")
    .replaceAll("$TM_FILENAME_BASE", "sample")
    .replaceAll(/\$\{(\d+):([^}]*)\}/g, (_, number: string, text: string) => {
      texts.set(number, text);
      return text;
    })
    .replaceAll(/\$\{\d+\|([^,|]*)[^}]*\}/g, "$1")
    .replaceAll(/\$(\d+)/g, (_, number: string) => texts.get(number) ?? "")
    .trimEnd();
}

const head = 'namespace sample\n    "A sample."\n\n';
const book = 'struct Book\n    "A book."\n\n    title String\n        "Its title."\n';

/** The file that a snippet belongs in, and those that it needs. */
const surroundings: Readonly<Record<string, (text: string) => SourceFile[]>> = {
  namespace: (text) => [file(`${text}\n\n${book}`)],
  attrs: (text) => [
    file(`${head}route find (Void, Void, String)\n    "Finds."\n\n${indented(text)}\n`),
    {
      path: "stone_cfg.stone",
      text: 'namespace stone_cfg\n    "The attributes of routes."\n\nstruct Route\n    auth String\n        "Who may call."\n',
    },
  ],
  example: (text) => [file(`${head}${book}\n${indented(text)}\n`)],
  annotation: (text) => [file(`${head}${text}\n\n${book.replace("String\n", "String\n        @Personal\n")}`)],
  patch: (text) => [file(`${head}${text}\n`), { path: "sample_books.stone", text: `namespace sample\n\n${book}` }],
};

function file(text: string): SourceFile {
  return { path: "sample.stone", text };
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "    ");
}

/** Rules that say something of a definition nobody uses yet. */
const aboutUse = ["unused-type", "unused-alias", "unused-annotation", "unused-annotation-type"];

describe("ED-5: a snippet gives text that compiles, is formatted and has no findings of the linter", () => {
  test.each(snippets)(
    "ED-5: the snippet %s gives text that compiles, is formatted and has no findings of the linter",
    (_, snippet) => {
      const files = (surroundings[snippet.prefix] ?? ((text) => [file(`${head}${text}\n`)]))(expand(snippet));
      expect(compile(files).diagnostics).toEqual([]);
      const [own] = files;
      expect(format(own?.text ?? "")).toEqual({ text: own?.text });
      const { findings } = lint(files, { preset: "recommended" });
      expect(findings.filter(({ code }) => !aboutUse.includes(code))).toEqual([]);
    },
  );

  test("ED-5: each snippet has a prefix of its own", () => {
    expect(new Set(snippets.map(([, { prefix }]) => prefix)).size).toBe(snippets.length);
  });
});
