import fc from "fast-check";
import { expect, test } from "vitest";
import { ShapeMaker } from "../../src/generator/emit/arbitrary-shapes.js";
import { Lookup } from "../../src/ir/walk.js";
import { mistakesIn } from "../../templates/runtime/arbitraries/mistakes.js";
import { nearMisses } from "../../templates/runtime/arbitraries/near-misses.js";
import type { Shape, Shapes } from "../../templates/runtime/arbitraries/shape.js";
import { withValueAt } from "../../templates/runtime/arbitraries/value-at.js";
import { DecodeError } from "../../templates/runtime/codecs/codec-error.js";
import { apiOf } from "../support/stone.js";

const api = apiOf(`namespace n

struct Leaf
    count Int32(min_value=-3, max_value=5)
    big UInt64
    part Float64(min_value=0.5)
    name String(min_length=2, max_length=4)
    code String(pattern="[a-c]{1,3}")?
    kinds List(Choice, min_items=1, max_items=2)
    ages Map(String(pattern="[a-z]+"), Boolean)
    at Timestamp("%Y")
    data Bytes

union Choice
    a
    b Pair
    c Boolean?
    d Boolean

struct Pair
    one Int32 = 1
`);

const maker = new ShapeMaker(new Lookup(api), false);
const shapes = maker.named(api) as unknown as Shapes;

const leaf = {
  count: 1,
  big: 7n,
  part: 1.5,
  name: "abc",
  code: "b",
  kinds: [
    { ".tag": "b", one: 2 },
    { ".tag": "d", d: true },
  ],
  ages: { tom: true },
  at: "2026",
  data: "AA==",
};

const all = mistakesIn(leaf, { kind: "ref", name: "n.Leaf" }, shapes);

test("ARB-5: each rule of a type is broken by a mistake at its place", () => {
  const kinds = all.map(({ place, kind }) => `${place} ${kind}`);
  expect(kinds).toEqual(
    expect.arrayContaining([
      " list as object",
      "no_such_field unknown field",
      "count missing field",
      "count null",
      "count number as text",
      "count fraction",
      "count too small",
      "big too large",
      "part too small",
      "name too short",
      "name too long",
      "code pattern, in capital letters",
      "kinds too few items",
      "kinds too many items",
      "kinds.[]..tag unknown tag",
      "kinds.[]..tag missing tag",
      "kinds.[].one fraction",
      "kinds.[].d missing value",
      "ages key pattern, with a space before it",
      "ages.{} boolean as text",
      "at impossible time",
      "data no padding",
    ]),
  );
  expect(kinds).not.toContain("part too large"); // a double has no upper bound
  expect(kinds).not.toContain("code missing field");
});

test("ARB-5: a mistake changes one value, and what the Python runtime accepts is marked", () => {
  const changed = all
    .filter(({ kind }) => kind === "too large")
    .map(({ path, value }) => withValueAt<unknown>(leaf, path, value));
  expect(changed).toContainEqual({ ...leaf, big: 2n ** 64n });
  const lenient = all.filter(({ isLenient }) => isLenient).map(({ place, kind }) => `${place} ${kind}`);
  expect(lenient).toEqual([
    "count boolean as number",
    "big boolean as number",
    "part boolean as number",
    "kinds.[].one boolean as number",
    "data no padding",
  ]);
});

test("ARB-5: near misses of a nullable struct are those of the struct: null has no fields to change", () => {
  const misses = nearMisses(
    { kind: "nullable", of: { kind: "ref", name: "n.E" } },
    { "n.E": { kind: "struct", fields: [{ name: "a", of: { kind: "boolean" } }] } } satisfies Record<string, Shape>,
    (json) => {
      if (JSON.stringify(json) !== '{"a":true}') {
        throw new DecodeError([], { code: "wrong-type", expected: "", found: "" });
      }
    },
  );
  const found = new Set(fc.sample(misses, { numRuns: 100, seed: 1 }).map(({ json }) => JSON.stringify(json)));
  expect([...found]).toEqual(
    expect.arrayContaining(["{}", '{"a":null}', '{"a":"true"}', '{"a":1}', "[]", "7", '{"a":true,"no_such_field":1}']),
  );
});
