import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";

/** The messages of a specification of one namespace, each with its help. */
function reportsOf(definitions: string): string[] {
  const { diagnostics } = compile([{ path: "n.stone", text: `namespace n\n\n${definitions}\n` }]);
  return diagnostics.map(({ message, help }) => `${message} ${help ?? ""}`);
}

describe("the message about a name with a dot", () => {
  const definition = /^A definition cannot have a qualifier\./;
  const member = /^The name of a field, tag or attribute cannot contain '\.'\./;
  const value = /^A tag or label cannot have a qualifier\./;
  const route = /^The name of a route cannot contain '\.'\..*`items\/get`/;
  test.each([
    ["a struct", "struct m.S\n    a String", definition],
    ["a union", "union m.U\n    a", definition],
    ["an alias", "alias m.T = String", definition],
    ["an annotation", "annotation m.A = Deprecated()", definition],
    ["an annotation type", "annotation_type m.X\n    a String", definition],
    ["a patch", "patch struct m.S\n    a String?", /^A patch cannot have a qualifier\./],
    ["a route", "route items.get (Void, Void, Void)", route],
    ["a route with a version", "route items.get:2 (Void, Void, Void)", route],
    ["the second part of a route", "route items/all.get (Void, Void, Void)", route],
    [
      "a successor",
      "route a (Void, Void, Void) deprecated by m.r",
      /^The successor of a route cannot have a qualifier\./,
    ],
    ["a field", "struct S\n    a.b String", member],
    ["a tag", "union U\n    a.b", member],
    ["a subtype", "struct S\n    union\n        a.b T\n    c String", member],
    ["an attribute", "route a (Void, Void, Void)\n    attrs\n        a.b = 1", member],
    ["a field in an example", "struct S\n    a String\n\n    example default\n        a.b = 1", member],
    ["a default", "struct S\n    a U = U.b", value],
    ["a label", "struct S\n    a String\n\n    example a.b\n        a = 1", value],
  ])("the message about a name with a dot says of %s what cannot have one", (_, definitions, report) => {
    expect(reportsOf(definitions)[0]).toMatch(report);
  });
});

test.each(["attrs", "struct", "union", "union_closed"])(
  "a field, tag, attribute or field in an example named '%s' is reported as a reserved word",
  (word) => {
    const report = [expect.stringContaining(`'${word}' is a reserved word and cannot be used as a name.`)];
    expect(reportsOf(`struct S\n    ${word} String\n    b String`)).toEqual(report);
    expect(reportsOf(`union U\n    ${word}\n    b String`)).toEqual(report);
    expect(reportsOf(`route r (Void, Void, Void)\n    attrs\n        ${word} = 1`)).toEqual(report);
    expect(reportsOf(`struct S\n    b String?\n\n    example e\n        ${word} = "1"`)).toEqual(report);
  },
);

test("GRAM-4: documentation at the indentation of its field is reported with the advice to indent it", () => {
  const advice = /^Documentation must come before fields\. Indent the documentation of a field by four more spaces/;
  expect(reportsOf('struct S\n    a String\n    "What it is."')).toEqual([expect.stringMatching(advice)]);
  expect(reportsOf('union U\n    a\n    "What it is."')).toEqual([expect.stringMatching(advice)]);
});

test.each([
  ["a field", "struct S\n    a String\n        what it is"],
  ["an alias", "alias A = String\n    what it is"],
  ["a route", "route r (Void, Void, Void)\n    what it does"],
  ["a struct, before its fields", "struct S\n    what it is\n    a String"],
])("documentation of %s without quotes is reported with the advice to add them", (_, definitions) => {
  expect(reportsOf(definitions)).toEqual([expect.stringContaining("If this is documentation, put it in quotes.")]);
});

test("LEX-29: a list on several lines is one error, which says that a list stands on one line", () => {
  const list = "struct S\n    l List(Int32)\n\n    example default\n        l = [\n            1\n        ]";
  expect(reportsOf(list)).toEqual([expect.stringContaining("Write a list on a single line: `[1, 2]`.")]);
});

test("a number that does not match its type is shown as it is written", () => {
  expect(reportsOf("struct S\n    a Int32 = 1.0")[0]).toContain("expected an integer, found the number 1.0.");
});

test.each(["Optional(String)", "Nullable(String)", "Option", "Maybe"])(
  "the type %s is reported with the notation of nullable types",
  (type) => {
    expect(reportsOf(`struct S\n    a ${type}`)).toEqual([expect.stringContaining("`String?`")]);
  },
);

test.each([
  ['style = "upload"', 'style String = "rpc"'],
  ['host = "content"', "host String?"],
  ["is_preview = true", "is_preview Boolean?"],
])("the attribute %s without a schema of attributes is reported with the lines to add", (attribute, declaration) => {
  const route = `route r (Void, Void, Void)\n    attrs\n        ${attribute}`;
  const [report = ""] = reportsOf(route);
  expect(report).toContain(`namespace stone_cfg\n\nstruct Route\n    ${declaration}`);
  const schema = { path: "stone_cfg.stone", text: report.slice(report.indexOf("namespace stone_cfg")) };
  expect(compile([{ path: "n.stone", text: `namespace n\n\n${route}\n` }, schema]).diagnostics).toEqual([]);
});

test("QUIRK-35: the version of a route is at most 2^53 - 1", () => {
  expect(reportsOf("route r:9007199254740991 (Void, Void, Void)")).toEqual([]);
  expect(reportsOf("route r:9007199254740992 (Void, Void, Void)")).toEqual([expect.stringContaining("2^53 - 1")]);
});
