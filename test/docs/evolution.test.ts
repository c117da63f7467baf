import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { diff } from "../../src/diff/diff.js";
import type { Wire } from "../../src/diff/verdict.js";
import { compileText } from "../diff/compile-text.js";

/** A change of `docs/language/evolution.md`, and what it does to messages of clients that have not changed. */
interface Change {
  readonly of: string;
  /** Definitions, of which `S` is the argument, the result and the error of the routes. */
  readonly old: string;
  readonly new: string;
  /** Arguments of old clients that new servers read strictly. */
  readonly request: Wire;
  /** Results and errors of new servers that old clients read leniently. */
  readonly response: Wire;
  /** Routes instead of those that take, give and fail with `S`. */
  readonly routes?: readonly [old: string, now: string];
}

function struct(...fields: readonly string[]): string {
  return `struct S\n${fields.map((field) => `    ${field}\n`).join("")}`;
}

function union(kind: string, ...tags: readonly string[]): string {
  return `${kind} S\n${tags.map((tag) => `    ${tag}\n`).join("")}`;
}

function tree(kind: string, ...subtypes: readonly string[]): string {
  const list = `    ${kind}\n${subtypes.map((name) => `        ${name.toLowerCase()} ${name}\n`).join("")}`;
  return `struct S\n${list}    a String\n${subtypes.map((name) => `struct ${name} extends S\n    b String?\n`).join("")}`;
}

const routes = "route take(S, Void, Void)\nroute give(Void, S, Void)\nroute fail(Void, Void, S)\n";
const internal = 'annotation Internal = Omitted("internal")\nannotation Staff = Omitted("staff")\n';
const a = "a String";

const changes: Readonly<Record<string, readonly Change[]>> = {
  "EVO-1": [
    {
      of: "a route",
      old: struct(a),
      new: struct(a),
      request: "ok",
      response: "ok",
      routes: [routes, `${routes}route more(S, S, S)\n`],
    },
  ],
  "EVO-2": [
    {
      of: "a struct that is renamed",
      old: `${struct("inner T")}struct T\n    b String\n`,
      new: `${struct("inner U")}struct U\n    b String\n`,
      request: "ok",
      response: "ok",
    },
    {
      of: "an alias that is introduced",
      old: struct(a),
      new: `alias Text = String\n${struct("a Text")}`,
      request: "ok",
      response: "ok",
    },
  ],
  "EVO-3": [
    { of: "fields", old: struct(a, "b String"), new: struct("b String", a), request: "ok", response: "ok" },
    { of: "tags", old: union("union", "x", "y"), new: union("union", "y", "x"), request: "ok", response: "ok" },
    {
      of: "subtypes",
      old: tree("union_closed", "File", "Folder"),
      new: tree("union_closed", "Folder", "File"),
      request: "ok",
      response: "ok",
    },
  ],
  "EVO-4": [{ of: "a field", old: struct(a), new: struct(a, "b String?"), request: "ok", response: "ok" }],
  "EVO-5": [{ of: "a field", old: struct(a), new: struct(a, "b String"), request: "breaks", response: "ok" }],
  "EVO-6": [
    { of: "a required field", old: struct(a, "b String"), new: struct(a), request: "breaks", response: "breaks" },
    { of: "an optional field", old: struct(a, "b String?"), new: struct(a), request: "breaks", response: "alters" },
  ],
  "EVO-7": [
    { of: "a field", old: struct(a), new: struct("b String"), request: "breaks", response: "breaks" },
    {
      of: "a tag of a closed union",
      old: union("union_closed", "x"),
      new: union("union_closed", "y"),
      request: "breaks",
      response: "breaks",
    },
  ],
  "EVO-8": [
    { of: "a field", old: struct(a), new: struct("a UInt32"), request: "breaks", response: "breaks" },
    {
      of: "a field to one that accepts more",
      old: struct("a UInt32"),
      new: struct("a UInt64"),
      request: "ok",
      response: "breaks",
    },
  ],
  "EVO-9": [{ of: "a field", old: struct(a), new: struct("a String?"), request: "ok", response: "breaks" }],
  "EVO-10": [{ of: "a field", old: struct("a String?"), new: struct(a), request: "breaks", response: "ok" }],
  "EVO-11": [
    {
      of: "a field",
      old: struct("a UInt32 = 1"),
      new: struct("a UInt32 = 2"),
      request: "alters",
      response: "alters",
    },
  ],
  "EVO-12": [
    { of: "a length", old: struct(a), new: struct("a String(max_length=3)"), request: "breaks", response: "ok" },
    {
      of: "a bound",
      old: struct("a UInt32"),
      new: struct("a UInt32(max_value=3)"),
      request: "breaks",
      response: "ok",
    },
    { of: "a pattern", old: struct(a), new: struct('a String(pattern="x+")'), request: "breaks", response: "ok" },
  ],
  "EVO-13": [
    { of: "a length", old: struct("a String(max_length=3)"), new: struct(a), request: "ok", response: "breaks" },
  ],
  "EVO-14": [{ of: "a union", old: union("union", "x"), new: union("union", "x", "y"), request: "ok", response: "ok" }],
  "EVO-15": [
    {
      of: "a union",
      old: union("union_closed", "x"),
      new: union("union_closed", "x", "y"),
      request: "ok",
      response: "breaks",
    },
  ],
  "EVO-16": [
    {
      of: "a closed union",
      old: union("union_closed", "x", "y"),
      new: union("union_closed", "x"),
      request: "breaks",
      response: "ok",
    },
    {
      of: "an open union",
      old: union("union", "x", "y"),
      new: union("union", "x"),
      request: "breaks",
      response: "ok",
    },
  ],
  "EVO-17": [
    {
      of: "a tag",
      old: union("union", "x"),
      new: union("union", "x String"),
      request: "breaks",
      response: "ok",
    },
    {
      of: "a tag whose value is optional",
      old: union("union", "x"),
      new: union("union", "x String?"),
      request: "ok",
      response: "ok",
    },
  ],
  "EVO-18": [
    {
      of: "a tag",
      old: union("union", "x String"),
      new: union("union", "x UInt32"),
      request: "breaks",
      response: "breaks",
    },
  ],
  "EVO-19": [
    { of: "a union", old: union("union_closed", "x"), new: union("union", "x"), request: "ok", response: "breaks" },
  ],
  "EVO-20": [
    { of: "a union", old: union("union", "x"), new: union("union_closed", "x"), request: "ok", response: "ok" },
  ],
  "EVO-21": [
    { of: "a list", old: tree("union", "File"), new: tree("union", "File", "Folder"), request: "ok", response: "ok" },
  ],
  "EVO-22": [
    {
      of: "a list",
      old: tree("union_closed", "File"),
      new: tree("union_closed", "File", "Folder"),
      request: "ok",
      response: "breaks",
    },
  ],
  "EVO-23": [
    {
      of: "a list that is opened",
      old: tree("union_closed", "File"),
      new: tree("union", "File"),
      request: "ok",
      response: "ok",
    },
    {
      of: "a list that is closed",
      old: tree("union", "File"),
      new: tree("union_closed", "File"),
      request: "ok",
      response: "ok",
    },
  ],
  "EVO-24": [
    {
      of: "a struct that gets a list",
      old: struct(a),
      new: tree("union_closed", "File"),
      request: "breaks",
      response: "ok",
    },
    {
      of: "a struct that loses its list",
      old: tree("union_closed", "File"),
      new: struct(a),
      request: "breaks",
      response: "breaks",
    },
  ],
  "EVO-25": [
    {
      of: "a field",
      old: struct(a, "b String"),
      new: "struct P\n    a String\nstruct S extends P\n    b String\n",
      request: "ok",
      response: "ok",
    },
  ],
  "EVO-27": [
    {
      of: "documentation, examples and redactors",
      old: struct(a),
      new: `annotation Blot = RedactedBlot()\n${struct('"New."', a, "    @Blot", "example default", '    a = "x"')}`,
      request: "ok",
      response: "ok",
    },
  ],
  "EVO-28": [
    {
      of: "a field, for callers who see neither",
      old: `${internal}${struct("a String", "    @Internal")}`,
      new: `${internal}${struct("a String", "    @Staff")}`,
      request: "ok",
      response: "ok",
    },
  ],
};

describe.each(Object.entries(changes))("%s", (_, pairs) => {
  test.each(pairs)(
    "the page on evolution says of $of what a comparison says",
    ({ routes: own = [routes, routes], ...pair }) => {
      const report = diff(compileText(pair.old + own[0]), compileText(pair.new + own[1]));
      const worst = new Map(report.routes.map(({ route, request, response }) => [route, { request, response }]));
      expect({
        request: worst.get("n/take")?.request ?? "ok",
        response: worst.get("n/give")?.response ?? "ok",
        error: worst.get("n/fail")?.response ?? "ok",
      }).toEqual({ request: pair.request, response: pair.response, error: pair.response });
    },
  );
});

test("each change on the page about evolution is compared, but for those that only name others", () => {
  const page = readFileSync("docs/language/evolution.md", "utf8");
  const rules = [...page.matchAll(/^\| \*\*(EVO-\d+)\*\*/gm)].map(([, rule]) => rule);
  // EVO-26 is the sum of the others for a route.
  expect(rules.filter((rule) => rule !== "EVO-26")).toEqual(Object.keys(changes));
});
