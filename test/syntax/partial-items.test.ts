import { describe, expect, test } from "vitest";
import type * as ast from "../../src/syntax/ast.js";
import { parse } from "../../src/syntax/parse.js";
import { readPartially } from "../../src/syntax/partial-items.js";
import { corpusFiles } from "../support/corpus.js";

/** What can be read of the first broken item of a text. */
function readBroken(text: string): readonly ast.Item[] {
  const item = parse({ path: "a.stone", text }).itemTexts.find(({ broken }) => broken);
  if (item === undefined) {
    throw new Error("Nothing is broken.");
  }
  return readPartially(item.source, item.findings).items;
}

function textOf({ source, start, end }: ast.Item["extent"]): string {
  return source.text.slice(start, end);
}

describe("FE-3: an item with a syntax error", () => {
  test("FE-3: an item with a syntax error has the fields and examples that can be read", () => {
    const [item] = readBroken(
      'struct S\n    a String\n    b String String\n        "Doc."\n    c Int32\n\n    example default\n        a = \n        c = 1\n',
    );
    expect(item).toMatchObject({ kind: "struct", name: { text: "S" } });
    const struct = item as ast.Struct;
    expect(struct.fields.map(({ name }) => name.text)).toEqual(["a", "c"]);
    expect(struct.examples[0]?.entries.map(({ name }) => name.text)).toEqual(["c"]);
    expect(textOf(struct.extent)).toMatch(/^struct S[^]*c = 1$/);
  });

  test.each([
    ["alias A =\n", "alias", "A"],
    ["struct\u0020S extends\n    a String\n", "struct", "S"],
    ["route list/all:2 (Arg,\n", "route", "list/all"],
    ["annotation_type T\n    = 1\n", "annotation_type", "T"],
    ["patch union U\n    a b c\n", "patch", "U"],
    ["union_closed U\n", "union", "U"],
  ])("FE-3: an item with a syntax error has its kind and its name: %j", (text, kind, name) => {
    expect(readBroken(text)).toMatchObject([{ kind, name: { text: name } }]);
  });

  test("FE-3: an item with a syntax error is nothing if it has no name", () => {
    expect(readBroken("struct\n")).toEqual([]);
  });
});

describe("FE-1: the extent of a node", () => {
  test("FE-1: the extent of a node includes its block, without comments and blank lines after it", () => {
    const { items } = parse({
      path: "a.stone",
      text: 'struct S\n    a List(String)? # items\n        "Doc."\n\n    # A comment.\n    b Int32 # last\n\n# About T.\nstruct T\n    c String\n',
    });
    const struct = items[0] as ast.Struct;
    expect(textOf(struct.extent)).toMatch(/^struct S[^]*b Int32$/);
    expect(struct.fields.map(({ extent }) => textOf(extent))).toEqual([
      'a List(String)? # items\n        "Doc."',
      "b Int32",
    ]);
    expect(struct.fields[0]?.type && textOf(struct.fields[0].type.extent)).toBe("List(String)?");
  });

  test.each(["wirelab", "clinic", "transit", "corners"])(
    "FE-1: the extent of a node parses to the same item again: %s",
    (corpus) => {
      for (const { items } of corpusFiles(corpus).map((file) => parse(file))) {
        for (const item of items) {
          const [again] = parse({ path: "a.stone", text: textOf(item.extent) }).items;
          expect(again).toMatchObject({ kind: item.kind, name: { text: item.name.text } });
          expect(again && textOf(again.extent)).toBe(textOf(item.extent));
        }
      }
    },
  );
});
