import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readLexemes, type Lexeme } from "../../../src/syntax/lexemes.js";
import { keywords } from "../../../src/syntax/tokens.js";
import { corpora, corpusFolder } from "../../../test/support/corpus.js";
import { specFiles } from "../../../test/support/spec-files.js";
import { tokenize, type Token } from "./tokenize.js";

const folders = ["spec", ...corpora.map(corpusFolder)];

/** A position in the fixture and the scopes that it must have, without `source.stone` and the ends `.stone`. */
interface Mark {
  readonly line: number;
  readonly offset: number;
  readonly scopes: string;
}

/** The marks of the fixture: comments that point to the line of code above, as in `#   ^^^ scopes` or `#<- scopes`. */
function readMarks(text: string): Mark[] {
  const marks: Mark[] = [];
  let offset = 0;
  let codeOffset = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const mark = /^#(?:<-| *(?=\^)\^+) (.*)$/.exec(line);
    if (mark === null) {
      codeOffset = offset;
    } else {
      marks.push({ line: index + 1, offset: codeOffset + Math.max(0, line.indexOf("^")), scopes: mark[1] ?? "" });
    }
    offset += line.length + 1;
  }
  return marks;
}

describe("ED-3: the grammar", () => {
  test("ED-3: the TextMate grammar gives the marked positions of scopes.stone their scopes", async () => {
    const text = readFileSync(new URL("scopes.stone", import.meta.url), "utf8");
    const tokens = await tokenize(text);
    const marks = readMarks(text);
    const found = marks.map(({ line, offset }) => {
      const token = tokens.find(({ start, end }) => start <= offset && offset < end);
      return { line, scopes: token?.scopes.slice(1).join(" ").replaceAll(".stone", "") };
    });
    expect(found).toEqual(marks.map(({ line, scopes }) => ({ line, scopes })));
    expect(marks.length).toBeGreaterThanOrEqual(60);
  });

  test.each(folders)("ED-3: the TextMate grammar agrees with the lexer in %s", async (folder) => {
    const wrong: string[] = [];
    for (const { path, text } of specFiles(folder)) {
      const lexemes = readLexemes(text);
      wrong.push(...differences(text, lexemes, await tokenize(text)).map((difference) => `${path}: ${difference}`));
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    '    name String = "never closed',
    '    "documentation that nothing closes',
    "    # a comment",
    "    m = {",
    "    a List(",
  ])("ED-3: the TextMate grammar recovers at the definition after %j", async (line) => {
    for (const head of ["struct B", "union_closed B", "alias B = String", "route b(A, B, Void)", "namespace b"]) {
      const tokens = await tokenize(`struct A\n${line}\n\n${head}\n`);
      const [word = ""] = head.split(" ");
      const keyword = tokens.findLast(({ text }) => text === word);
      expect(keyword?.scopes.slice(1), head).toEqual([expect.stringMatching(/^keyword\./)]);
    }
  });

  test("ED-3: the TextMate grammar colors Stone in Markdown", async () => {
    const tokens = await tokenize("```stone error=x\nstruct A\n    a String\n```\nstruct", "markdown.stone.codeblock");
    const scopes = (text: string): readonly string[] => tokens.find((token) => token.text === text)?.scopes ?? [];
    expect(scopes("stone")).toContain("fenced_code.block.language.markdown");
    expect(scopes("a")).toEqual(expect.arrayContaining(["meta.embedded.block.stone", "variable.other.property.stone"]));
    expect(tokens.at(-1)).toMatchObject({ text: "struct", scopes: ["markdown.stone.codeblock"] });
  });
});

/** Where the scopes of a text that compiles are not what the lexer says of it. */
function differences(text: string, lexemes: readonly Lexeme[], tokens: readonly Token[]): string[] {
  const kinds = new Map<number, Lexeme["kind"]>();
  for (const { kind, text: image, start } of lexemes) {
    for (let at = start; at < start + image.length; at++) {
      kinds.set(at, kind);
    }
  }
  return tokens.flatMap((token) => {
    const has = (family: string): boolean => token.scopes.some((scope) => scope.startsWith(`${family}.`));
    const others = token.scopes.filter(
      (scope) => !/^(?:source|comment|punctuation\.definition\.comment|keyword\.codetag)\b/.test(scope),
    );
    const before = text.slice(text.lastIndexOf("\n", token.start - 1) + 1, token.start);
    const isAtMargin = before === "";
    const isAtLineStart = before.trim() === "";
    const wrong: string[] = [];
    for (let at = token.start; at < token.end; at++) {
      const kind = kinds.get(at);
      // A line of spaces between two definitions is nothing in particular.
      if (kind !== "space" && (kind === "string") !== has("string")) {
        wrong.push(`${at}: ${JSON.stringify(token.text)} is a ${kind ?? "?"}: ${token.scopes.join(" ")}`);
      }
      if ((kind === "comment") !== has("comment")) {
        wrong.push(`${at}: ${JSON.stringify(token.text)} is a ${kind ?? "?"}: ${token.scopes.join(" ")}`);
      }
    }
    if (has("invalid") || (has("comment") && others.length > 0)) {
      wrong.push(`${token.start}: ${JSON.stringify(token.text)} has the scopes ${token.scopes.join(" ")}`);
    }
    // LEX-13: on indented lines `annotation_type` is a name.
    const isKeyword = keywords.has(token.text) && (isAtMargin || token.text !== "annotation_type");
    if (kinds.get(token.start) === "word" && isAtLineStart && isKeyword && !has("keyword")) {
      wrong.push(`${token.start}: ${token.text} is a keyword: ${token.scopes.join(" ")}`);
    }
    return wrong;
  });
}
