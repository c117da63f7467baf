import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Api, Name } from "../../src/ir/api.js";
import { Lookup } from "../../src/ir/walk.js";
import { matchesWhole } from "../../src/patterns/match.js";
import { sampleText, shortestText } from "../../src/patterns/sample.js";
import { callerView } from "../../src/values/caller-view.js";
import { findMismatch } from "../../src/values/mismatch.js";
import { sampleTimestamp } from "../../src/values/sample-timestamp.js";
import { synthesize } from "../../src/values/synthesize.js";
import { canonicalTimestamp } from "../../templates/runtime/codecs/timestamp-format.js";
import { compileText } from "../diff/compile-text.js";
import { regularPattern, shortText } from "../patterns/arbitrary-pattern.js";
import { parsePattern, isProblem } from "../../src/patterns/parse.js";
import { packaged, packagedNames, refusal } from "./packaged.js";

/** The value of the type S, T, … of the namespace of a specification. */
function synthesized(api: Api, name: string): unknown {
  return synthesize({ kind: "ref", namespace: api.namespaces[0]?.name ?? "", name }, new Lookup(api));
}

describe.each(packagedNames)("OUT-8: in %s", async (name) => {
  const { api, types, decode, callers } = await packaged(name);

  test.each([{ permissions: [] }, { permissions: callers }])(
    "strict readers accept the synthesized value of each type, for callers with $permissions",
    ({ permissions }) => {
      const lookup = new Lookup(callerView(api, permissions).api);
      const values = types.map((type) => ({ type, value: synthesize({ kind: "ref", ...type }, lookup) }));
      const missing = values.filter(({ value }) => value === undefined);
      expect(missing.map(({ type }) => `${type.namespace}.${type.name}`)).toEqual(withoutValue[name] ?? []);
      const refused = values.flatMap(({ type, value }) => {
        const problem =
          value === undefined ? undefined : refusal(() => decode(type, value, { strict: true, permissions }));
        return problem === undefined ? [] : [{ type, value, problem }];
      });
      expect(refused).toEqual([]);
    },
  );
});

/** Unions without a tag but `other`, which no strict reader accepts. */
const withoutValue: Readonly<Record<string, readonly string[]>> = {
  spec: [
    "team.DateRangeError",
    "team.MembersGetInfoError",
    "team.MembersListError",
    "team.RevokeDeviceSessionBatchError",
    "team.RevokeLinkedAppBatchError",
    "team.TeamFolderOperationError",
  ],
  clinic: ["identifiers.Never", "identifiers.Nothing"],
  dropbox: [
    "account.DeleteProfilePhotoError",
    "team.DateRangeError",
    "team.MembersGetInfoError",
    "team.MembersListError",
    "team.RevokeDeviceSessionBatchError",
    "team.RevokeLinkedAppBatchError",
  ],
};

describe("OUT-8: synthesized values", () => {
  const api = compileText(`

struct Ring
    next Ring
struct Chain
    value Int32(min_value=5)
    next Chain?
    many List(Chain, min_items=2)?
union_closed Tree
    node Node
    leaf String(min_length=3, pattern="[a-c]{2,}x?")
struct Node
    left Tree
    right Tree
struct Bounded
    a Int64(max_value=-9)
    b Float64(min_value=0.5, max_value=0.75)
    c List(UInt64(min_value=18446744073709551615), min_items=2)
    d String(min_length=3)
    e Map(String, Ring)
    f Ring?
    g List(Ring)
union_closed Endless
    one Ring
    two Pair
struct Pair
    ring Ring
union Open
    "Only other."
struct OnlyOther
    open Open
struct Impossible
    text String(min_length=4, pattern="[a-c]{1,3}")
`);

  test("OUT-8: synthesized values end in recursive types with the variant that ends soonest", () => {
    expect(synthesized(api, "Chain")).toEqual({ value: 5 });
    expect(synthesized(api, "Tree")).toEqual({ ".tag": "leaf", leaf: "aaa" });
    expect(synthesized(api, "Node")).toMatchObject({ left: { ".tag": "leaf" } });
  });

  test("OUT-8: synthesized values keep to limits, and leave out what has no value", () => {
    expect(synthesized(api, "Bounded")).toEqual({
      a: -9,
      b: 0.5,
      c: [18446744073709551615n, 18446744073709551615n],
      d: "aaa",
      e: {},
      g: [],
    });
  });

  // What a value is made from is what an edit has to reach for the value to be made again.
  test("OUT-8: synthesized values are made from the types that they consist of: the others are not looked up (FE-6)", () => {
    const read = new Set<string>();
    class RecordingLookup extends Lookup {
      override definition(name: Name): ReturnType<Lookup["definition"]> {
        read.add(name.name);
        return super.definition(name);
      }
    }
    const type = { kind: "ref", namespace: api.namespaces[0]?.name ?? "", name: "Node" } as const;
    expect(synthesize(type, new RecordingLookup(api))).toBeDefined();
    expect([...read].sort()).toEqual(["Node", "Tree"]);
  });

  test.each(["Ring", "Endless", "OnlyOther", "Open", "Impossible"])(
    "OUT-8: synthesized values of %s do not exist",
    (type) => {
      expect(synthesized(api, type)).toBeUndefined();
    },
  );
});

describe("OUT-8: texts made from patterns", () => {
  test("OUT-8: texts made from patterns match, whatever the choices, and there is one if a short text matches", () => {
    fc.assert(
      fc.property(
        regularPattern,
        shortText,
        fc.nat(4),
        fc.nat(6),
        fc.infiniteStream(fc.nat()),
        (pattern, text, minLength, more, numbers) => {
          if (isProblem(parsePattern(pattern))) {
            return;
          }
          const limits = { pattern, minLength, maxLength: minLength + more };
          const below = (count: number): number => (numbers.next().value ?? 0) % count;
          for (const made of [shortestText(limits), sampleText(limits, below)]) {
            const { length } = [...(made ?? "")];
            if (made !== undefined) {
              expect(pattern === "" || matchesWhole(pattern, made)).toBe(true);
              expect(length).toBeGreaterThanOrEqual(minLength);
              expect(length).toBeLessThanOrEqual(minLength + more);
            } else {
              const isIn = minLength <= [...text].length && [...text].length <= minLength + more;
              expect(isIn && matchesWhole(pattern, text)).toBe(false);
            }
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  test.each(["(?=.*[0-9])[a-z0-9]{2,}", "(a|b)\\1", "[0-9a-f]{400}", "(?!a)[ab]+", "\\bx+\\b", "(ab?)++c", "^a$"])(
    "OUT-8: texts made from patterns are found for %s, which is no regular language or has many repetitions",
    (pattern) => {
      expect(matchesWhole(pattern, shortestText({ pattern }) ?? "?")).toBe(true);
    },
  );
});

describe("OUT-8: timestamps", () => {
  const directives = "%Y %y %m %b %B %d %j %a %A %u %w %H %I %p %M %S %f %z %Z %c %x %X %%".split(" ");
  const formats = [...directives, "%Y-%m-%dT%H:%M:%SZ", "%Y %U %a", "%Y %W %w", "%G-W%V-%u", "%A %d %B %Y, %I:%M %p"];

  test.each(formats)("OUT-8: timestamps of the format %s are spelled as readers want them", (format) => {
    for (const which of [0, 1]) {
      const text = sampleTimestamp(format, which);
      expect(canonicalTimestamp(text, format)).toBe(text);
    }
  });
});

test("timestamps that are spelled differently do not fit", () => {
  const api = compileText('struct S\n    day Timestamp("%a %Y-%m-%d")\n');
  const problem = (day: string): unknown =>
    findMismatch({ day }, { kind: "ref", namespace: "n", name: "S" }, new Lookup(api), true);
  expect(problem("Tue 2015-05-12")).toBeUndefined();
  expect(problem("Wed 2015-05-12")).toMatchObject({ path: "day" });
  expect(problem("tue 2015-05-12")).toMatchObject({ path: "day" });
  expect(problem("Tue 2015-5-12")).toMatchObject({ path: "day" });
});
