import fc from "fast-check";
import { expect, test } from "vitest";
import { toDiagnostics } from "../../src/text/diagnostics/diagnostic.js";
import type { SpecFile } from "../../src/syntax/ast.js";
import { cut } from "../../src/syntax/cut.js";
import { parse } from "../../src/syntax/parse.js";
import { corpusFiles } from "../support/corpus.js";
import { stone } from "../support/stone-text.js";

const path = "files.stone";

function itemTexts(text: string): string[] {
  const { starts } = cut(text);
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
}

/** The items of an edited file that are the very trees of the file before. */
function reused(before: string, after: string): boolean[] {
  const first = parse({ path, text: before });
  const second = parse({ path, text: after }, first);
  return second.itemTexts.map((item) => first.itemTexts.includes(item));
}

const three = `${stone`
  namespace files
  struct A
      a String
  struct B
      b String
  struct C
      c String
`}\n`;

test("FE-5: an item begins where a line begins at the margin, with what is below it", () => {
  expect(itemTexts('# top\nnamespace n\n\nstruct A\n    "Doc."\n\n# note\n    a String\nalias B = String\n')).toEqual([
    "# top\n",
    "namespace n\n\n",
    'struct A\n    "Doc."\n\n# note\n    a String\n',
    "alias B = String\n",
  ]);
});

test("FE-5: no item begins inside of a string, a comment or parentheses", () => {
  expect(
    itemTexts('namespace n\n    "One.\nTwo (not open."\nalias A = String(\nmin_length=1)\n# (\nalias B = A\n'),
  ).toEqual(['namespace n\n    "One.\nTwo (not open."\n', "alias A = String(\nmin_length=1)\n# (\n", "alias B = A\n"]);
});

test("FE-5: a keyword at the margin begins an item even if a parenthesis is open", () => {
  expect(itemTexts("alias A = String(\nalias B = A\n")).toEqual(["alias A = String(\n", "alias B = A\n"]);
});

test("FE-5: a quote that nothing closes spoils the items from there on, not those before it", () => {
  const spoilt = three.replace("b String", 'b String\n        "Doc.');
  expect(reused(three, spoilt)).toEqual([true, true, false]);
  expect(parse({ path, text: spoilt }).items.map(({ name }) => name.text)).toEqual(["files", "A"]);
});

test("FE-5: only items whose text has changed are parsed again", () => {
  expect(reused(three, three.replace("b String", "b Int32"))).toEqual([true, true, false, true]);
  expect(reused(three, three.replace("struct B", "struct New\n    n String\nstruct B"))).toEqual([
    true,
    true,
    false,
    true,
    true,
  ]);
  expect(reused(three, three.replace("struct A\n    a String\n", ""))).toEqual([true, true, true]);
});

test("FE-5: items that change places are not parsed again", () => {
  const [header = "", a = "", b = "", c = ""] = itemTexts(three);
  expect(reused(three, [header, c, b, a].join(""))).toEqual([true, true, true, true]);
});

test("FE-5: of two equal items each has its own place", () => {
  const twice = parse({ path, text: "namespace n\nalias A = String(\nalias A = String(\n" });
  const again = parse({ path, text: "namespace n\n\nalias A = String(\nalias A = String(\n" }, twice);
  expect(toDiagnostics(again.findings, [path]).map(({ line }) => line)).toEqual([3, 4]);
});

test("FE-5: findings of items that were not parsed again are reported where the items stand now", () => {
  const before = parse({ path, text: "namespace n\nstruct A\n    f? String\n" });
  const after = parse({ path, text: "namespace n\n\n\nstruct A\n    f? String\n" }, before);
  expect(toDiagnostics(after.findings, [path])).toMatchObject([{ line: 5, column: 6 }]);
});

test.each(["transit", "clinic", "corners", "wirelab"])(
  "FE-5: after any edits of %s the trees and findings are those of the whole text",
  (corpus) => {
    const files = corpusFiles(corpus).filter(({ text }) => text !== "");
    const edits = fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        removed: fc.nat(40),
        inserted: fc.constantFrom(
          "",
          "\n",
          '"',
          "(",
          ")",
          "# ",
          "\nstruct New\n    n String\n",
          "    ",
          "\\",
          "<<<<<<< a\n",
        ),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...files), edits, (file, changes) => {
        let spec = parse(file);
        for (const { at, removed, inserted } of changes) {
          const offset = Math.floor(at * spec.text.length);
          const text = spec.text.slice(0, offset) + inserted + spec.text.slice(offset + removed);
          spec = parse({ path: file.path, text }, spec);
          expect(shown(spec)).toEqual(shown(parse({ path: file.path, text })));
        }
      }),
      { numRuns: 60 },
    );
  },
);

/** What a file says, with its findings as users see them. */
function shown({ itemTexts: texts, findings }: SpecFile): unknown {
  const items = texts.map(({ source, items: own, broken, brokenNames }) => ({
    text: source.text,
    start: source.offsetInFile(0),
    names: own.map(({ kind, name }) => [kind, name.text, name.span.start]),
    broken,
    brokenNames,
  }));
  return { items, diagnostics: toDiagnostics(findings, []) };
}

test("LSP-81: an item that a file has no more does not hold the text of the file", () => {
  const first = parse({ path, text: three });
  const old = first.itemTexts[2]?.source;
  const second = parse({ path, text: three.replace("b String", "b Int32") }, first);
  expect(old?.place.file).not.toBe(first.source);
  expect(second.itemTexts.map(({ source }) => source.place.file)).toEqual(second.itemTexts.map(() => second.source));
});

test("FE-5: a word at the end of a file that becomes a keyword begins an item, and another word ends it", () => {
  const open = "namespace n\nalias A = String(\nstruct";
  for (const [before, after] of [
    [open, `${open}s`],
    [`${open}s`, open],
  ] as const) {
    expect(
      parse({ path, text: after }, parse({ path, text: before })).itemTexts.map(({ source }) => source.text),
    ).toEqual(itemTexts(after));
  }
});
