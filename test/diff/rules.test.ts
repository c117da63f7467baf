import { expect, test } from "vitest";
import { diff } from "../../src/diff/diff.js";
import { localVerdicts } from "../../src/diff/local-verdicts.js";
import { routeVerdicts } from "../../src/diff/route-verdicts.js";
import { localVerdict, verdict, verdictInPart, type Row } from "../../src/diff/verdict.js";
import { compileText } from "./compile-text.js";
import { empty, leaf, placeCases } from "./place-cases.js";

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

test("PRIV-6: what was hidden from callers or logs, and may be visible now, is marked", () => {
  const definitions = (shown: string, tag: string, log: string, other: string): string => `
annotation Inside = Omitted("inside")
annotation Outside = Omitted("outside")
annotation Secret = RedactedBlot()
annotation Hash = RedactedHash()

struct S
    shown String?${shown}
    log String${log}
    other String${other}

union U
    tag${tag}
    more

route go(S, U, Void)
`;
  const mark = (name: string): string => `\n        @${name}`;
  const old = compileText(definitions(mark("Inside"), mark("Inside"), mark("Secret"), mark("Hash")));
  const marked = (now: string): string[] =>
    diff(old, compileText(now)).findings.flatMap(({ id, privacy }) => (privacy === true ? [id] : []));
  expect(marked(definitions("", "", "", mark("Secret"))).sort()).toEqual([
    "field-unomitted n.S.shown",
    "redaction-changed n.S.log",
    "redaction-changed n.S.other",
    "tag-unomitted n.U.tag",
  ]);
  expect(marked(definitions(mark("Outside"), mark("Outside"), mark("Secret"), mark("Hash"))).sort()).toEqual([
    "omitted-caller-changed n.S.shown",
    "omitted-caller-changed n.U.tag",
  ]);
  const open = compileText(definitions("", "", "", ""));
  const hidden = diff(open, old).findings.filter(({ privacy }) => privacy === true);
  expect(hidden).toEqual([]);
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
    rule: "route-renamed",
    of: "a route",
    subject: "n/go",
    old: route("go(E, E, Void)"),
    new: route("come(E, E, Void)"),
    verdict: "B . B B",
  },
  {
    rule: "route-renamed",
    of: "a route whose method remains",
    subject: "n/go_on",
    old: route("go_on(E, E, Void)"),
    new: route("go/on(E, E, Void)"),
    verdict: "B . . .",
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

test("CMP-121: every compatibility rule has a pair of specifications", () => {
  const tested = new Set([...placeCases, ...routeCases].map(({ rule }) => rule));
  const elsewhere = ["method-taken", "namespace-added", "namespace-removed", "namespace-renamed", "type-moved"];
  const all = [...Object.keys(localVerdicts), ...Object.keys(routeVerdicts)];
  expect(all.filter((rule) => !tested.has(rule) && !elsewhere.includes(rule))).toEqual([]);
});
