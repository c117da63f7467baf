import { expect, test } from "vitest";
import { diff } from "../../src/diff/diff.js";
import { localVerdicts } from "../../src/diff/local-verdicts.js";
import { routeVerdicts } from "../../src/diff/route-verdicts.js";
import { localVerdict, verdict, verdictInPart, type Row } from "../../src/diff/verdict.js";
import { compileText } from "./compile-text.js";

/** One change of a struct, union or alias, with its local verdict: req, res, write, read. */
interface PlaceCase {
  readonly rule: string;
  readonly of: string;
  /** Without the namespace. */
  readonly subject: string;
  readonly old: string;
  readonly new: string;
  readonly verdict: Row;
  /** What else is found. */
  readonly also?: readonly string[];
}

const empty = "struct E\n    a String?\n";
const leaf = "struct L\n    b String\n";
const none = 'struct Nothing\n    "Empty."\n';

/** The struct `S`, with a field and what is given. */
function struct(...fields: string[]): string {
  return ["struct S", "a String", ...fields].join("\n    ") + "\n" + empty + leaf;
}

function union(kind: string, ...tags: string[]): string {
  return [`${kind} S`, "t1", ...tags].join("\n    ") + "\n" + empty + leaf + none;
}

function tree(kind: string, tags: readonly string[], childFields = '"Empty."'): string {
  const children = tags.map((tag) => `struct ${tag.toUpperCase()} extends S\n    ${childFields}\n`);
  return `struct S\n    ${kind}\n${tags.map((tag) => `        ${tag} ${tag.toUpperCase()}\n`).join("")}    a String\n${children.join("")}`;
}

const omitted = 'annotation Internal = Omitted("internal")\nannotation Other = Omitted("other")\n';
const marks = `annotation Old = Deprecated()
annotation New = Preview()
annotation Blot = RedactedBlot()
annotation_type Note
    text String
annotation First = Note(text="1")
annotation Second = Note(text="2")
`;

const placeCases: readonly PlaceCase[] = [
  {
    rule: "field-added-required",
    of: "a field",
    subject: "S.x",
    old: struct(),
    new: struct("x UInt32"),
    verdict: "B . B .",
  },
  {
    rule: "field-added-required",
    of: "a field that needs nothing",
    subject: "S.x",
    old: struct(),
    new: struct("x E"),
    verdict: ". . B .",
  },
  {
    rule: "field-added-optional",
    of: "a nullable field",
    subject: "S.x",
    old: struct(),
    new: struct("x UInt32?"),
    verdict: ". . . .",
  },
  {
    rule: "field-added-optional",
    of: "a field with a default",
    subject: "S.x",
    old: struct(),
    new: struct("x UInt32 = 1"),
    verdict: ". . . .",
  },
  {
    rule: "field-removed-required",
    of: "a field",
    subject: "S.x",
    old: struct("x UInt32"),
    new: struct(),
    verdict: "B B B B",
  },
  {
    rule: "field-removed-required",
    of: "a field that needs nothing",
    subject: "S.x",
    old: struct("x E"),
    new: struct(),
    verdict: "B A B B",
  },
  {
    rule: "field-removed-optional",
    of: "a nullable field",
    subject: "S.x",
    old: struct("x UInt32?"),
    new: struct(),
    verdict: "B A B B",
  },
  {
    rule: "field-made-optional",
    of: "a field made nullable",
    subject: "S.x",
    old: struct("x UInt32"),
    new: struct("x UInt32?"),
    verdict: ". B . B",
  },
  {
    rule: "field-made-optional",
    of: "a field given a default",
    subject: "S.x",
    old: struct("x UInt32"),
    new: struct("x UInt32 = 1"),
    verdict: ". B . .",
  },
  {
    rule: "field-made-optional",
    of: "a field that needs nothing",
    subject: "S.x",
    old: struct("x E"),
    new: struct("x E?"),
    verdict: ". A . B",
  },
  {
    rule: "field-made-required",
    of: "a field",
    subject: "S.x",
    old: struct("x UInt32?"),
    new: struct("x UInt32"),
    verdict: "B . B .",
  },
  {
    rule: "field-made-required",
    of: "a field that needs nothing",
    subject: "S.x",
    old: struct("x E?"),
    new: struct("x E"),
    verdict: "A . B .",
  },
  {
    rule: "default-changed",
    of: "a field",
    subject: "S.x",
    old: struct("x UInt32 = 1"),
    new: struct("x UInt32 = 2"),
    verdict: "A A . .",
  },
  {
    rule: "default-added",
    of: "a nullable field",
    subject: "S.x",
    old: struct("x UInt32?"),
    new: struct("x UInt32 = 2"),
    verdict: "A A . .",
  },
  {
    rule: "default-removed",
    of: "a field",
    subject: "S.x",
    old: struct("x UInt32 = 1"),
    new: struct("x UInt32?"),
    verdict: "A A . B",
  },

  {
    rule: "range-widened",
    of: "an integer",
    subject: "S.x",
    old: struct("x UInt32"),
    new: struct("x UInt64"),
    verdict: ". B . .",
  },
  {
    rule: "range-narrowed",
    of: "an integer",
    subject: "S.x",
    old: struct("x UInt32"),
    new: struct("x UInt32(max_value=9)"),
    verdict: "B . . .",
  },
  {
    rule: "range-changed",
    of: "integers of two kinds",
    subject: "S.x",
    old: struct("x UInt32"),
    new: struct("x Int32"),
    verdict: "B B . .",
  },
  {
    rule: "range-narrowed",
    of: "a float",
    subject: "S.x",
    old: struct("x Float64"),
    new: struct("x Float32"),
    verdict: "B . . .",
  },
  {
    rule: "number-kind-changed",
    of: "integers with the same limits",
    subject: "S.x",
    old: struct("x Int32(min_value=0, max_value=9)"),
    new: struct("x UInt64(max_value=9)"),
    verdict: ". . . .",
  },
  {
    rule: "number-kind-changed",
    of: "a small integer that became a float",
    subject: "S.x",
    old: struct("x UInt32"),
    new: struct("x Float64"),
    verdict: ". B . .",
  },
  {
    rule: "number-kind-changed",
    of: "an integer that a float rounds",
    subject: "S.x",
    old: struct("x UInt64"),
    new: struct("x Float64"),
    verdict: "A B . .",
  },
  {
    rule: "number-kind-changed",
    of: "an integer beyond the float's limits",
    subject: "S.x",
    old: struct("x UInt32"),
    new: struct("x Float64(max_value=9.5)"),
    verdict: "B B . .",
  },
  {
    rule: "length-widened",
    of: "a string",
    subject: "S.x",
    old: struct("x String(min_length=2)"),
    new: struct("x String"),
    verdict: ". B . .",
  },
  {
    rule: "length-narrowed",
    of: "a string",
    subject: "S.x",
    old: struct("x String"),
    new: struct("x String(max_length=2)"),
    verdict: "B . . .",
  },
  {
    rule: "length-changed",
    of: "a string",
    subject: "S.x",
    old: struct("x String(max_length=2)"),
    new: struct("x String(min_length=1)"),
    verdict: "B B . .",
  },
  {
    rule: "items-widened",
    of: "a list",
    subject: "S.x",
    old: struct("x List(String, max_items=2)"),
    new: struct("x List(String)"),
    verdict: ". B . .",
  },
  {
    rule: "items-narrowed",
    of: "a list",
    subject: "S.x",
    old: struct("x List(String)"),
    new: struct("x List(String, min_items=2)"),
    verdict: "B . . .",
  },
  {
    rule: "items-changed",
    of: "a list",
    subject: "S.x",
    old: struct("x List(String, min_items=2)"),
    new: struct("x List(String, max_items=2)"),
    verdict: "B B . .",
  },
  {
    rule: "pattern-added",
    of: "a string",
    subject: "S.x",
    old: struct("x String"),
    new: struct('x String(pattern="a+")'),
    verdict: "B . . .",
  },
  {
    rule: "pattern-removed",
    of: "a string",
    subject: "S.x",
    old: struct('x String(pattern="a+")'),
    new: struct("x String"),
    verdict: ". B . .",
  },
  {
    rule: "pattern-removed",
    of: "a map key",
    subject: "S.x{key}",
    old: struct('x Map(String(pattern="a+"), String)'),
    new: struct("x Map(String, String)"),
    verdict: ". B . .",
  },
  {
    rule: "pattern-changed",
    of: "a larger language",
    subject: "S.x",
    old: struct('x String(pattern="[a-c]+")'),
    new: struct('x String(pattern="[a-z]*")'),
    verdict: ". B . .",
  },
  {
    rule: "pattern-changed",
    of: "a smaller language",
    subject: "S.x",
    old: struct('x String(pattern="[a-z]*")'),
    new: struct('x String(pattern="[a-c]+")'),
    verdict: "B . . .",
  },
  {
    rule: "pattern-changed",
    of: "the same language",
    subject: "S.x",
    old: struct('x String(pattern="(a|b)+")'),
    new: struct('x String(pattern="^[ab][ab]*")'),
    verdict: ". . . .",
  },
  {
    rule: "pattern-changed",
    of: "languages that are not regular",
    subject: "S.x",
    old: struct('x String(pattern="(a|b)\\\\1")'),
    new: struct('x String(pattern="(a|b|c)\\\\1")'),
    verdict: "B B . .",
  },
  {
    rule: "timestamp-format-changed",
    of: "a timestamp",
    subject: "S.x",
    old: struct('x Timestamp("%Y")'),
    new: struct('x Timestamp("%Y-%m")'),
    verdict: "B B . .",
  },
  {
    rule: "timestamp-format-changed",
    of: "a literal Z that became a zone",
    subject: "S.x",
    old: struct('x Timestamp("%H:%MZ")'),
    new: struct('x Timestamp("%H:%M%z")'),
    verdict: ". B . .",
  },
  {
    rule: "kind-changed",
    of: "a string that became a list",
    subject: "S.x",
    old: struct("x String"),
    new: struct("x List(String)"),
    verdict: "B B B B",
  },
  {
    rule: "kind-changed",
    of: "bytes that became a string",
    subject: "S.x",
    old: struct("x Bytes"),
    new: struct("x String"),
    verdict: ". B . .",
  },
  {
    rule: "kind-changed",
    of: "a timestamp that became a string with a limit",
    subject: "S.x",
    old: struct('x Timestamp("%Y")'),
    new: struct("x String(max_length=4)"),
    verdict: "B B . .",
  },
  {
    rule: "kind-changed",
    of: "a struct that became a union of another name",
    subject: "S.x",
    old: `${struct("x L")}union U\n    t\n`,
    new: `${struct("x U")}union U\n    t\n`,
    verdict: "B B B B",
  },
  {
    rule: "nullable-added",
    of: "an item",
    subject: "S.x[]",
    old: struct("x List(String)"),
    new: struct("x List(String?)"),
    verdict: ". B . B",
  },
  {
    rule: "nullable-added",
    of: "a value that needs nothing",
    subject: "S.x{}",
    old: struct("x Map(String, E)"),
    new: struct("x Map(String, E?)"),
    verdict: ". A . B",
  },
  {
    rule: "nullable-added",
    of: "a tag",
    subject: "S.t2",
    old: union("union", "t2 String"),
    new: union("union", "t2 String?"),
    verdict: ". B . B",
  },
  {
    rule: "nullable-added",
    of: "a tag whose struct needs nothing",
    subject: "S.t2",
    old: union("union", "t2 E"),
    new: union("union", "t2 E?"),
    verdict: "A A . B",
  },
  {
    rule: "nullable-removed",
    of: "an item",
    subject: "S.x[]",
    old: struct("x List(String?)"),
    new: struct("x List(String)"),
    verdict: "B . B .",
  },
  {
    rule: "nullable-removed",
    of: "an item that needs nothing",
    subject: "S.x[]",
    old: struct("x List(E?)"),
    new: struct("x List(E)"),
    verdict: "A . B .",
  },
  {
    rule: "nullable-removed",
    of: "a tag whose struct needs nothing",
    subject: "S.t2",
    old: union("union", "t2 E?"),
    new: union("union", "t2 E"),
    verdict: "A A . .",
  },
  {
    rule: "ref-changed",
    of: "a field",
    subject: "S.x",
    old: `${struct("x L")}struct M\n    b String\n`,
    new: `${struct("x M")}struct M\n    b String\n`,
    verdict: ". . . .",
  },

  {
    rule: "tag-added",
    of: "an open union",
    subject: "S.t2",
    old: union("union"),
    new: union("union", "t2"),
    verdict: ". . . E",
  },
  {
    rule: "tag-added",
    of: "a closed union",
    subject: "S.t2",
    old: union("union_closed"),
    new: union("union_closed", "t2"),
    verdict: ". B . E",
  },
  {
    rule: "tag-added",
    of: "a union that was closed",
    subject: "S.t2",
    old: union("union_closed"),
    new: union("union", "t2"),
    verdict: ". B . E",
    also: ["union-opened n.S"],
  },
  {
    rule: "tag-removed",
    of: "a union",
    subject: "S.t2",
    old: union("union", "t2"),
    new: union("union"),
    verdict: "B . B E",
  },
  {
    rule: "union-opened",
    of: "a union",
    subject: "S",
    old: union("union_closed"),
    new: union("union"),
    verdict: ". B . E",
  },
  {
    rule: "union-closed",
    of: "a union",
    subject: "S",
    old: union("union"),
    new: union("union_closed"),
    verdict: ". . B E",
  },
  {
    rule: "tag-value-added",
    of: "a string",
    subject: "S.t2",
    old: union("union", "t2"),
    new: union("union", "t2 String"),
    verdict: "B . B .",
  },
  {
    rule: "tag-value-added",
    of: "a nullable string",
    subject: "S.t2",
    old: union("union", "t2"),
    new: union("union", "t2 String?"),
    verdict: ". . . .",
  },
  {
    rule: "tag-value-added",
    of: "a struct that needs nothing",
    subject: "S.t2",
    old: union("union", "t2"),
    new: union("union", "t2 E"),
    verdict: ". . . .",
  },
  {
    rule: "tag-value-removed",
    of: "a string",
    subject: "S.t2",
    old: union("union", "t2 String"),
    new: union("union", "t2"),
    verdict: "B B B B",
  },
  {
    rule: "tag-value-removed",
    of: "a nullable string",
    subject: "S.t2",
    old: union("union", "t2 String?"),
    new: union("union", "t2"),
    verdict: "B A B B",
  },
  {
    rule: "tag-value-removed",
    of: "a struct without fields",
    subject: "S.t2",
    old: union("union", "t2 Nothing"),
    new: union("union", "t2"),
    verdict: "B A B .",
  },
  {
    rule: "tag-form-changed",
    of: "a struct that became a list",
    subject: "S.t2",
    old: union("union", "t2 L"),
    new: union("union", "t2 List(L)"),
    verdict: "B B B B",
  },
  {
    rule: "tag-form-changed",
    of: "a struct that needs nothing",
    subject: "S.t2",
    old: union("union", "t2 E"),
    new: union("union", "t2 List(L)"),
    verdict: "B A B B",
  },
  {
    rule: "tag-form-changed",
    of: "a struct with a field named like the tag",
    subject: "S.a",
    old: union("union", "a E"),
    new: union("union", "a List(L)"),
    verdict: "B B B B",
  },

  {
    rule: "subtype-added",
    of: "an open tree",
    subject: "S.y",
    old: tree("union", ["x"]),
    new: tree("union", ["x", "y"]),
    verdict: ". . . E",
    also: ["type-added n.Y"],
  },
  {
    rule: "subtype-added",
    of: "a closed tree",
    subject: "S.y",
    old: tree("union_closed", ["x"]),
    new: tree("union_closed", ["x", "y"]),
    verdict: ". B . E",
    also: ["type-added n.Y"],
  },
  {
    rule: "subtype-removed",
    of: "a tree",
    subject: "S.y",
    old: tree("union", ["x", "y"]),
    new: tree("union", ["x"]),
    verdict: "B . B E",
    also: ["type-removed n.Y"],
  },
  {
    rule: "tree-opened",
    of: "a tree",
    subject: "S",
    old: tree("union_closed", ["x"]),
    new: tree("union", ["x"]),
    verdict: ". . . E",
  },
  {
    rule: "tree-closed",
    of: "a tree",
    subject: "S",
    old: tree("union", ["x"]),
    new: tree("union_closed", ["x"]),
    verdict: ". . . E",
  },
  {
    rule: "struct-became-tree",
    of: "a struct",
    subject: "S",
    old: "struct S\n    a String\n",
    new: tree("union", ["x"]),
    verdict: "B . B .",
    also: ["type-added n.X"],
  },
  {
    rule: "tree-became-struct",
    of: "a tree with other fields",
    subject: "S",
    old: tree("union", ["x"], "b String"),
    new: "struct S\n    a String\n",
    verdict: "B B B B",
    also: ["type-removed n.X"],
  },
  {
    rule: "tree-became-struct",
    of: "a tree without other fields",
    subject: "S",
    old: tree("union", ["x"]),
    new: "struct S\n    a String\n",
    verdict: ". B B B",
    also: ["type-removed n.X"],
  },
  {
    rule: "parent-changed",
    of: "a struct",
    subject: "S",
    old: "struct P\n    a String\nstruct S extends P\n    b String\n",
    new: "struct P\n    a String\nstruct S\n    a String\n    b String\n",
    verdict: ". . . .",
  },
  {
    rule: "type-kind-changed",
    of: "a struct that needs nothing",
    subject: "S",
    old: "struct S\n    a String?\n",
    new: "union S\n    b String\n",
    verdict: "B A B B",
  },
  {
    rule: "type-kind-changed",
    of: "a struct with a field named like a tag",
    subject: "S",
    old: "struct S\n    a String?\n",
    new: "union S\n    a String\n",
    verdict: "B B B B",
  },
  {
    rule: "type-kind-changed",
    of: "a union of bare tags",
    subject: "S",
    old: "union S\n    a\n",
    new: "struct S\n    a String?\n",
    verdict: "A B B B",
  },

  {
    rule: "field-omitted",
    of: "a required field",
    subject: "S.x",
    old: omitted + struct("x UInt32"),
    new: omitted + struct("x UInt32\n        @Internal"),
    verdict: "B B . B",
  },
  {
    rule: "field-omitted",
    of: "a nullable field",
    subject: "S.x",
    old: omitted + struct("x UInt32?"),
    new: omitted + struct("x UInt32?\n        @Internal"),
    verdict: "B A . .",
  },
  {
    rule: "field-unomitted",
    of: "a required field",
    subject: "S.x",
    old: omitted + struct("x UInt32\n        @Internal"),
    new: omitted + struct("x UInt32"),
    verdict: "B . B .",
  },
  {
    rule: "tag-omitted",
    of: "a tag",
    subject: "S.t2",
    old: omitted + union("union", "t2"),
    new: omitted + union("union", "t2\n        @Internal"),
    verdict: "B . . .",
  },
  {
    rule: "tag-unomitted",
    of: "a closed union",
    subject: "S.t2",
    old: omitted + union("union_closed", "t2\n        @Internal"),
    new: omitted + union("union_closed", "t2"),
    verdict: ". B . .",
  },
  {
    rule: "omitted-caller-changed",
    of: "a field",
    subject: "S.x",
    old: omitted + struct("x UInt32\n        @Internal"),
    new: omitted + struct("x UInt32\n        @Other"),
    verdict: ". . . .",
  },
  {
    rule: "range-changed",
    of: "an omitted field, which messages to others do not have",
    subject: "S.x",
    old: omitted + struct("x UInt32\n        @Internal"),
    new: omitted + struct("x Int32\n        @Internal"),
    verdict: ". . . .",
  },
  {
    rule: "field-deprecated",
    of: "a field",
    subject: "S.x",
    old: marks + struct("x UInt32"),
    new: marks + struct("x UInt32\n        @Old"),
    verdict: ". . . .",
  },
  {
    rule: "field-undeprecated",
    of: "a field",
    subject: "S.x",
    old: marks + struct("x UInt32\n        @Old"),
    new: marks + struct("x UInt32"),
    verdict: ". . . .",
  },
  {
    rule: "preview-changed",
    of: "a field",
    subject: "S.x",
    old: marks + struct("x UInt32"),
    new: marks + struct("x UInt32\n        @New"),
    verdict: ". . . .",
  },
  {
    rule: "redaction-changed",
    of: "a field",
    subject: "S.x",
    old: marks + struct("x String\n        @Blot"),
    new: marks + struct("x String"),
    verdict: ". . . .",
  },
  {
    rule: "annotation-changed",
    of: "a field",
    subject: "S.x",
    old: marks + struct("x String\n        @First"),
    new: marks + struct("x String\n        @Second"),
    verdict: ". . . .",
  },
  {
    rule: "doc-changed",
    of: "a field",
    subject: "S.x",
    old: struct('x String\n        "One."'),
    new: struct('x String\n        "Two."'),
    verdict: ". . . .",
  },
  {
    rule: "example-changed",
    of: "a struct",
    subject: "S",
    old: 'struct S\n    a String\n    example default\n        a = "1"\n',
    new: 'struct S\n    a String\n    example default\n        a = "2"\n',
    verdict: ". . . .",
  },
];

test.each(placeCases)("$rule of $of has the verdict $verdict in arguments and results", (pair) => {
  const id = `${pair.rule} n.${pair.subject}`;
  for (const [part, types] of [
    ["arg", "S, Void, Void"],
    ["result", "Void, S, Void"],
    ["error", "Void, Void, S"],
  ] as const) {
    const route = `\nroute go(${types})\n`;
    const report = diff(compileText(pair.old + route), compileText(pair.new + route));
    expect(report.findings.map((finding) => finding.id).sort()).toEqual([id, ...(pair.also ?? [])].sort());
    const finding = report.findings.find((one) => one.id === id);
    expect(finding?.verdict).toEqual(verdictInPart(localVerdict(pair.verdict), part));
    expect(finding?.affects.map((use) => [use.route, use.part])).toEqual([["n/go", part]]);
  }
});

const schema = `namespace stone_cfg
struct Route
    style String = "rpc"
    host String = "api"
    auth String = "user"
    permission String?
    team Boolean = false
`;

/** One change of a route `go` or of the names of a namespace: request, response, caller, server. */
interface RouteCase {
  readonly rule: string;
  readonly of: string;
  readonly subject: string;
  readonly old: string;
  readonly new: string;
  readonly verdict: Row;
}

const types = `${empty}${leaf}`;
function route(signature: string, ...attributes: string[]): string {
  const attrs = attributes.length === 0 ? "" : `    attrs\n${attributes.map((one) => `        ${one}\n`).join("")}`;
  return `${types}route ${signature}\n${attrs}`;
}

const plain = route("go(Void, Void, Void)");
const routeCases: readonly RouteCase[] = [
  { rule: "route-added", of: "a route", subject: "n/go", old: types, new: plain, verdict: ". . . B" },
  {
    rule: "route-removed",
    of: "a version",
    subject: "n/go:2",
    old: `${plain}route go:2(Void, Void, Void)\n`,
    new: plain,
    verdict: "B . B B",
  },
  {
    rule: "route-deprecated",
    of: "a route",
    subject: "n/go",
    old: plain,
    new: route("go(Void, Void, Void) deprecated"),
    verdict: ". . . .",
  },
  {
    rule: "route-undeprecated",
    of: "a route",
    subject: "n/go",
    old: route("go(Void, Void, Void) deprecated"),
    new: plain,
    verdict: ". . . .",
  },
  {
    rule: "route-successor-changed",
    of: "a route",
    subject: "n/go",
    old: `${route("go(Void, Void, Void) deprecated")}route to(Void, Void, Void)\n`,
    new: `${route("go(Void, Void, Void) deprecated by to")}route to(Void, Void, Void)\n`,
    verdict: ". . . .",
  },
  {
    rule: "arg-added",
    of: "a struct",
    subject: "n/go#arg",
    old: plain,
    new: route("go(L, Void, Void)"),
    verdict: "B . B B",
  },
  {
    rule: "arg-added",
    of: "a struct that needs nothing",
    subject: "n/go#arg",
    old: plain,
    new: route("go(E, Void, Void)"),
    verdict: ". . B B",
  },
  {
    rule: "arg-removed",
    of: "a struct",
    subject: "n/go#arg",
    old: route("go(L, Void, Void)"),
    new: plain,
    verdict: "B . B B",
  },
  {
    rule: "result-added",
    of: "a struct",
    subject: "n/go#result",
    old: plain,
    new: route("go(Void, L, Void)"),
    verdict: ". . . B",
  },
  {
    rule: "result-removed",
    of: "a struct",
    subject: "n/go#result",
    old: route("go(Void, L, Void)"),
    new: plain,
    verdict: ". B B B",
  },
  {
    rule: "result-removed",
    of: "a struct that needs nothing",
    subject: "n/go#result",
    old: route("go(Void, E, Void)"),
    new: plain,
    verdict: ". A B B",
  },
  {
    rule: "error-added",
    of: "a struct",
    subject: "n/go#error",
    old: plain,
    new: route("go(Void, Void, L)"),
    verdict: ". . . .",
  },
  {
    rule: "error-removed",
    of: "a nullable struct",
    subject: "n/go#error",
    old: route("go(Void, Void, L?)"),
    new: plain,
    verdict: ". A B B",
  },
  {
    rule: "style-changed",
    of: "a route",
    subject: "n/go@style",
    old: plain,
    new: route("go(Void, Void, Void)", 'style = "upload"'),
    verdict: "B B B B",
  },
  {
    rule: "host-changed",
    of: "a route",
    subject: "n/go@host",
    old: plain,
    new: route("go(Void, Void, Void)", 'host = "content"'),
    verdict: "B . . .",
  },
  {
    rule: "auth-narrowed",
    of: "another kind",
    subject: "n/go@auth",
    old: plain,
    new: route("go(Void, Void, Void)", 'auth = "app"'),
    verdict: "B . . .",
  },
  {
    rule: "auth-widened",
    of: "one more kind",
    subject: "n/go@auth",
    old: plain,
    new: route("go(Void, Void, Void)", 'auth = "app, user"'),
    verdict: ". . . .",
  },
  {
    rule: "auth-widened",
    of: "no authentication",
    subject: "n/go@auth",
    old: plain,
    new: route("go(Void, Void, Void)", 'auth = "noauth"'),
    verdict: ". . . .",
  },
  {
    rule: "permission-changed",
    of: "a new permission",
    subject: "n/go@permission",
    old: plain,
    new: route("go(Void, Void, Void)", 'permission = "read"'),
    verdict: "B . . .",
  },
  {
    rule: "permission-changed",
    of: "a permission that is gone",
    subject: "n/go@permission",
    old: route("go(Void, Void, Void)", 'permission = "read"'),
    new: plain,
    verdict: ". . . .",
  },
  {
    rule: "attribute-changed",
    of: "another attribute",
    subject: "n/go@team",
    old: plain,
    new: route("go(Void, Void, Void)", "team = true"),
    verdict: ". . . .",
  },
  { rule: "doc-changed", of: "a route", subject: "n/go", old: plain, new: `${plain}    "Goes."\n`, verdict: ". . . ." },
  {
    rule: "type-added",
    of: "a struct",
    subject: "n.X",
    old: types,
    new: `${types}struct X\n    x String\n`,
    verdict: ". . . .",
  },
  {
    rule: "type-removed",
    of: "a struct",
    subject: "n.X",
    old: `${types}struct X\n    x String\n`,
    new: types,
    verdict: ". . B B",
  },
  {
    rule: "type-renamed",
    of: "a struct",
    subject: "n.X",
    old: `${types}struct X\n    x X?\n`,
    new: `${types}struct Y\n    x Y?\n`,
    verdict: ". . B B",
  },
  {
    rule: "alias-added",
    of: "an alias",
    subject: "n.X",
    old: types,
    new: `${types}alias X = String\n`,
    verdict: ". . . .",
  },
  {
    rule: "alias-removed",
    of: "an alias",
    subject: "n.X",
    old: `${types}alias X = String\n`,
    new: types,
    verdict: ". . B B",
  },
  {
    rule: "kind-changed",
    of: "an alias that nothing uses",
    subject: "n.X",
    old: `${types}alias X = String\n`,
    new: `${types}alias X = UInt32\n`,
    verdict: ". . B .",
  },
  {
    rule: "doc-changed",
    of: "a namespace",
    subject: "n",
    old: `    "One."\n${types}`,
    new: `    "Two."\n${types}`,
    verdict: ". . . .",
  },
];

test.each(routeCases)("$rule of $of has the verdict $verdict", (pair) => {
  const report = diff(compileText(pair.old, schema), compileText(pair.new, schema));
  expect(report.findings.map(({ id, verdict }) => ({ id, verdict }))).toEqual([
    { id: `${pair.rule} ${pair.subject}`, verdict: verdict(pair.verdict) },
  ]);
});

test("a namespace that comes or goes is a finding besides its definitions", () => {
  const one = compileText(types);
  const two = compileText(types, "namespace m\nstruct X\n    x String\n");
  const empty = compileText(types, "namespace m\n");
  expect(ids(one, two)).toEqual(["namespace-added m", "type-added m.X"]);
  expect(ids(two, one)).toEqual(["namespace-removed m", "type-removed m.X"]);
  expect(diff(empty, one).findings.map(({ id, severity }) => [id, severity])).toEqual([
    ["namespace-removed m", "compatible"],
  ]);
});

test("CMP-14: a type that moves to another namespace is no other type", () => {
  const one = compileText("struct S\n    x X\nstruct X\n    x String\nroute go(S, S, S)\n", "namespace m\n");
  const two = compileText(
    "import m\nstruct S\n    x m.X\nroute go(S, S, S)\n",
    "namespace m\nstruct X\n    x String\n",
  );
  expect(ids(one, two)).toEqual(["type-moved n.X"]);
});

function ids(...[before, after]: Parameters<typeof diff>): readonly string[] {
  return diff(before, after).findings.map(({ id }) => id);
}

test("CMP-121: every rule has a pair", () => {
  const tested = new Set([...placeCases, ...routeCases].map(({ rule }) => rule));
  const elsewhere = ["namespace-added", "namespace-removed", "type-moved"];
  const all = [...Object.keys(localVerdicts), ...Object.keys(routeVerdicts)];
  expect(all.filter((rule) => !tested.has(rule) && !elsewhere.includes(rule))).toEqual([]);
});
