import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { pages, type Page } from "./pages.js";

/** The id of a rule, such as LEX-21, E-REF-13k or B-004. */
const id = /(?<![\w-])(?:E-)?[A-Z]{1,6}-\d{1,3}[a-z]?(?![\w-])/g;

/** What looks like the id of a rule and is not: names of standards, and E-1, the id of a member in tests. */
const others = new Set(["UTF", "SHA", "ECMA", "ISO", "RFC", "E"]);

/** Where nobody looks for citations: what others have written, and what is built. */
const left = new Set([".git", "node_modules", "dist", "data", "package-lock.json"]);

interface Definition {
  readonly id: string;
  readonly path: string;
}

/** The rules that a page defines: ids in bold at the start of a paragraph, an item of a list or a row of a table. */
function definitionsIn({ path, text }: Page): Definition[] {
  return [...text.matchAll(/^ *(?:- |\| )?\*\*((?:E-)?[A-Z]{1,6}-\d{1,3}[a-z]?)\*\*/gm)].map(([, found = ""]) => ({
    id: found,
    path,
  }));
}

function familyOf(rule: string): string {
  return rule.replace(/-\d+[a-z]?$/, "");
}

/** Citations in a text that lead nowhere. */
function danglingIn(text: string, defined: ReadonlySet<string>): string[] {
  return [...new Set(text.match(id))].filter((found) => !defined.has(found) && !others.has(familyOf(found)));
}

/** The text files of the repository below a folder, without the data of the corpus, whose buses have such names. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (
      left.has(name) ||
      path === join("service", "controls") ||
      /^test\/corpus\/.*\.(?:stone|json)$/.test(path.replaceAll("\\", "/"))
    ) {
      return [];
    }
    if (statSync(path).isDirectory()) {
      return filesBelow(path);
    }
    return /\.(?:ts|tsx|js|mjs|json|md|stone|sql|html|css|txt|yml|yaml)$/.test(name) ? [path] : [];
  });
}

/** Cases of the corpus, each of which says which rules it is about. */
const cases = ["lsp/sessions.json", "lsp/more-sessions.json", "format/index.json", "lint/cases.json"];

/** The rules that a text cites, also as a range: `LEX-18 to LEX-20`, `LEX-18 to 20`. */
function citedIn(text: string): string[] {
  const ranges = [...text.matchAll(/((?:E-)?[A-Z]+)-(\d+) to (?:\1-)?(\d+)/g)].flatMap(
    ([, family = "", from = "", to = ""]) =>
      Array.from(
        { length: Number(to) - Number(from) + 1 },
        (_, index) => `${family}-${String(Number(from) + index).padStart(from.length, "0")}`,
      ),
  );
  return [...(text.match(id) ?? []), ...ranges];
}

/** Why there is no test of a rule. */
const notTested: Readonly<Record<string, string>> = {
  "CMP-122": "Stone's Python is not installed where tests run",
  "ED-10": "the tests of a checkout without `editors` would be those of a checkout with it",
  "LSP-80": "tests do not measure speed",
  "OAPI-5": "size and time are measured by `npm run bench -- compile`",
  "TWIN-25": "it says what a model does not know; service/test/twin compares it with the service",
  "TWIN-33": "the numbers of the other servers were measured once, with their versions of that time",
};

const definitions = pages().flatMap(definitionsIn);
const defined = new Set(definitions.map((definition) => definition.id));

/** The rules that tests cite in their names, or in the tables and cases that they are made from. A comment proves nothing. */
const cited: ReadonlySet<string> = new Set(
  ["test", "service/test", "editors"]
    .flatMap(filesBelow)
    .filter((path) => path !== join("test", "docs", "rules.test.ts"))
    .flatMap((path) => (/\.tsx?$/.test(path) ? textsIn(path) : []))
    .concat(cases.map((path) => readFileSync(join("test/corpus", path), "utf8")))
    .flatMap(citedIn),
);

describe("the rules", () => {
  test("rules are defined once each", () => {
    const repeated = definitions.filter(({ id: one }, at) => definitions.findIndex((other) => other.id === one) !== at);
    expect(repeated).toEqual([]);
  });

  test("rules that are cited anywhere in the repository are defined", () => {
    const dangling = filesBelow(".").flatMap((path) =>
      danglingIn(readFileSync(path, "utf8"), defined).map((found) => `${path}: ${found}`),
    );
    expect(dangling).toEqual([]);
  });

  test("rules are cited by their ids, not by chapters of documents outside", () => {
    const chapter =
      /\b(?:wire-format|stone-language|ir-json|service-api|service-behaviours)(?:\.md)?,? (?:\d|section|rule)/;
    expect(filesBelow(".").filter((path) => chapter.test(readFileSync(path, "utf8")))).toEqual([]);
  });

  test("rules are cited by tests, or there is a reason why not", () => {
    const untested = definitions.filter(({ id: rule }) => !cited.has(rule) && !Object.hasOwn(notTested, rule));
    expect(untested).toEqual([]);
  });

  test("rules that are said to have no test have none", () => {
    expect(Object.keys(notTested).filter((rule) => cited.has(rule) || !defined.has(rule))).toEqual([]);
  });

  test("rules in a range are all cited", () => {
    expect(citedIn("LEX-8 to LEX-10, B-009 to 011 and E-REF-13k")).toEqual(
      expect.arrayContaining(["LEX-8", "LEX-9", "LEX-10", "B-009", "B-010", "B-011", "E-REF-13k"]),
    );
  });

  test("rules that do not exist are found", () => {
    const unknown = ["LEX", 99].join("-");
    expect(danglingIn(`LEX-21, ${unknown}, E-REF-13k and UTF-8`, defined)).toEqual([unknown]);
    expect(
      definitionsIn({ path: "a.md", text: "- **LEX-1** one\n  **LEX-2** two\n| **E-LEX-3** | x |\nsee **B-004**" }),
    ).toEqual([
      { id: "LEX-1", path: "a.md" },
      { id: "LEX-2", path: "a.md" },
      { id: "E-LEX-3", path: "a.md" },
    ]);
  });
});

describe("what users get has no ids of rules", () => {
  test.each(["templates/runtime", "generated"])("what users get has no ids of rules in %s", (folder) => {
    const cited = filesBelow(folder).filter((path) => rulesIn(readFileSync(path, "utf8")).length > 0);
    expect(cited).toEqual([]);
  });

  test.each(publicModules())("what users get has no ids of rules in %s, which the package exports", (path) => {
    expect(rulesIn(readFileSync(path, "utf8"))).toEqual([]);
  });

  test("what users get has no ids of rules in the texts of the compiler and of the service", () => {
    const cited = [...filesBelow("src"), ...filesBelow("service/src")]
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) => textsIn(path).flatMap((text) => rulesIn(text).map((found) => `${path}: ${found}`)));
    expect(cited).toEqual([]);
  });
});

/** The modules from which the entry points of the package export: editors show their documentation. */
function publicModules(): string[] {
  return ["src/index.ts", "src/emitters.ts", "src/plugin/index.ts"].flatMap((entry) =>
    [...readFileSync(entry, "utf8").matchAll(/^export .*from "(.*)\.js";$/gm)].map(([, module = ""]) =>
      join(entry, "..", `${module}.ts`),
    ),
  );
}

function rulesIn(text: string): string[] {
  return [...new Set(text.match(id))].filter((found) => !others.has(familyOf(found)));
}

/** All string literals and templates of a module. */
function textsIn(path: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      texts.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest));
  return texts;
}
