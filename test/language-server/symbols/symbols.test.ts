import { describe, expect, test } from "vitest";
import { symbols } from "../../../src/index.js";
import { specFiles } from "../../support/spec-files.js";

const shop = `namespace shop

import common

struct Item
    "See :field:\`price\` and :route:\`buy:2\`."
    name common.Name
    price UInt64 = 1
        @common.Private
    color Color = red

    example default
        name = "ink"

union Color
    red
    blue

route buy:2 (Item, Void, Missing)
`;
const common = `namespace common

alias Name = String(min_length=1)

annotation Private = Omitted("internal")
`;

describe("the symbols of a specification", () => {
  const all = symbols([
    { path: "shop.stone", text: shop },
    { path: "common.stone", text: common },
  ]);
  const shown = all.map(({ text, role, target, file, line, column }) => [
    `${file}:${line}:${column}`,
    text,
    role,
    target === undefined ? undefined : `${target.kind} ${target.name}`,
  ]);

  test("the symbols of a specification are all names, each with its place, its role and what it refers to, in their order (FE-4)", () => {
    expect(shown).toEqual([
      ["shop.stone:1:11", "shop", "declaration", "namespace shop"],
      ["shop.stone:3:8", "common", "import", "namespace common"],
      ["shop.stone:5:8", "Item", "declaration", "definition shop.Item"],
      ["shop.stone:6:18", "price", "documentation", "field shop.Item.price"],
      ["shop.stone:6:37", "buy", "documentation", "route shop.buy:2"],
      ["shop.stone:7:5", "name", "declaration", "field shop.Item.name"],
      ["shop.stone:7:10", "common", "qualifier", "namespace common"],
      ["shop.stone:7:17", "Name", "type", "definition common.Name"],
      ["shop.stone:8:5", "price", "declaration", "field shop.Item.price"],
      ["shop.stone:8:11", "UInt64", "type", "builtin type UInt64"],
      ["shop.stone:9:10", "common", "qualifier", "namespace common"],
      ["shop.stone:9:17", "Private", "annotation", "definition common.Private"],
      ["shop.stone:10:5", "color", "declaration", "field shop.Item.color"],
      ["shop.stone:10:11", "Color", "type", "definition shop.Color"],
      ["shop.stone:10:19", "red", "tag", "field shop.Color.red"],
      ["shop.stone:12:13", "default", "declaration", "label shop.Item.default"],
      ["shop.stone:13:9", "name", "entry", "field shop.Item.name"],
      ["shop.stone:15:7", "Color", "declaration", "definition shop.Color"],
      ["shop.stone:16:5", "red", "declaration", "field shop.Color.red"],
      ["shop.stone:17:5", "blue", "declaration", "field shop.Color.blue"],
      ["shop.stone:19:7", "buy", "declaration", "route shop.buy:2"],
      ["shop.stone:19:14", "Item", "type", "definition shop.Item"],
      ["shop.stone:19:20", "Void", "type", "builtin type Void"],
      ["shop.stone:19:26", "Missing", "type", undefined],
      ["common.stone:1:11", "common", "declaration", "namespace common"],
      ["common.stone:3:7", "Name", "declaration", "definition common.Name"],
      ["common.stone:3:14", "String", "type", "builtin type String"],
      ["common.stone:3:21", "min_length", "argument", "builtin parameter String.min_length"],
      ["common.stone:5:12", "Private", "declaration", "definition common.Private"],
      ["common.stone:5:22", "Omitted", "annotation type", "builtin annotation Omitted"],
    ]);
  });

  test("the symbols of a specification stand in the text where they say", () => {
    const files = specFiles("spec");
    const lines = new Map(files.map(({ path, text }) => [path, text.split("\n")]));
    const wrong = symbols(files).filter(
      ({ file, line, column, text }) => lines.get(file)?.[line - 1]?.startsWith(text, column - 1) !== true,
    );
    expect(wrong).toEqual([]);
  });

  test("the symbols of a specification of a valid specification all refer to something", () => {
    const missing = symbols(specFiles("spec")).filter(({ target }) => target === undefined);
    expect(missing).toEqual([]);
  });
});
