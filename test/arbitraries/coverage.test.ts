import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ShapeMaker } from "../../src/generator/emit/arbitrary-shapes.js";
import type { Api, Json, Name, Type } from "../../src/ir/api.js";
import { Lookup } from "../../src/ir/walk.js";
import { findMismatch } from "../../src/values/mismatch.js";
import { synthesize } from "../../src/values/synthesize.js";
import { Arbitraries } from "../../templates/runtime/arbitraries/arbitraries.js";
import type { Shape, Shapes } from "../../templates/runtime/arbitraries/shape.js";
import { valuesOf } from "../../templates/runtime/arbitraries/values.js";
import { callerView } from "../../src/values/caller-view.js";
import { corpora, corpusFolder } from "../support/corpus.js";
import { editSequences } from "../support/edit-sequences.js";
import { compileFiles } from "../support/examples.js";
import { apiOf } from "../support/stone.js";

const api = apiOf(`namespace n

struct Everything
    choice Choice
    leaf Leaf
    pet Pet

struct Leaf
    count Int32(min_value=-3, max_value=5)
    big UInt64(min_value=10)
    part Float64(min_value=0.5, max_value=2.5)
    name String(min_length=2, max_length=40)
    code String(pattern="[a-c]{1,3}")
    maybe String?
    list List(Boolean, min_items=1, max_items=12)

union Choice
    a
    b Leaf
    c Boolean?
    d Tree

struct Tree
    left Tree?
    kids List(Choice)

struct Pet
    union
        cat Cat
        dog Dog
    name String

struct Cat extends Pet
    lives Int32?

struct Dog extends Pet
    "A pet."

struct Ring
    next Ring
`);

/** The random messages of an API, by their types. */
class Messages {
  readonly #maker: ShapeMaker;
  readonly #shapes: Shapes;

  constructor(of: Api) {
    this.#maker = new ShapeMaker(new Lookup(of), false);
    this.#shapes = this.#maker.named(of) as unknown as Shapes;
  }

  of(type: Type, hasNewer = false, isMessage = true, maxDepth?: number): fc.Arbitrary<unknown> {
    const root = this.#maker.root(type) as unknown as Shape;
    return valuesOf(root, this.#shapes, { hasBigints: false, hasDates: false, isMessage, hasNewer, maxDepth });
  }

  /** The types with a value that contain themselves. */
  recursive(): readonly Type[] {
    return Object.keys(this.#shapes)
      .filter((name) => this.#below(name).has(name))
      .map((name) => refTo(...(name.split(".") as [string, string])));
  }

  /** The names of all types in a type. */
  #below(name: string): ReadonlySet<string> {
    const found = new Set<string>();
    const visit = (shape: unknown): void => {
      for (const [, each] of JSON.stringify(shape, plain).matchAll(/"kind":"ref","name":"([^"]+)"/g)) {
        if (each !== undefined && !found.has(each)) {
          found.add(each);
          visit(this.#shapes[each]);
        }
      }
    };
    visit(this.#shapes[name]);
    return found;
  }
}

const messages = new Messages(api);

/** JSON cannot have a bigint. */
function plain(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

function refTo(namespace: string, name: string): Type {
  return { kind: "ref", namespace, name };
}

interface Everything {
  readonly choice: string | { readonly ".tag": string; readonly c?: boolean };
  readonly pet: { readonly ".tag": string };
  readonly leaf: {
    readonly count: number;
    readonly big: number;
    readonly part: number;
    readonly name: string;
    readonly code: string;
    readonly maybe?: string;
    readonly list: readonly unknown[];
  };
}

const run = { numRuns: 1000, seed: 1 };

describe("ARB-2: among a thousand values are", () => {
  const all = fc.sample(messages.of(refTo("n", "Everything")), run) as Everything[];

  test("ARB-2: a thousand arbitrary values include each tag, as a text and as an object, and both sides of what may be null", () => {
    const choices = all.map(({ choice }) =>
      typeof choice === "string" ? choice : `${choice[".tag"]}: ${typeof choice.c}`,
    );
    expect([...new Set(choices)].sort()).toEqual([
      "a",
      "a: undefined",
      "b: undefined",
      "c: boolean",
      "c: undefined",
      "d: undefined",
    ]);
    expect(new Set(all.map(({ pet }) => pet[".tag"]))).toEqual(new Set(["cat", "dog"]));
    expect(new Set(all.map(({ leaf }) => typeof leaf.maybe))).toEqual(new Set(["string", "undefined"]));
  });

  test.each([
    ["an integer", (leaf: Everything["leaf"]) => leaf.count, -3, 5],
    ["an integer without a greatest value", (leaf: Everything["leaf"]) => leaf.big, 10, Number.MAX_SAFE_INTEGER],
    ["a number", (leaf: Everything["leaf"]) => leaf.part, 0.5, 2.5],
    ["the length of a text", (leaf: Everything["leaf"]) => [...leaf.name].length, 2, 40],
    ["the length of a list", (leaf: Everything["leaf"]) => leaf.list.length, 1, 12],
  ])(
    "ARB-2: a thousand arbitrary values include the least and the greatest value of %s",
    (_, read, least, greatest) => {
      const values = all.map(({ leaf }) => read(leaf));
      expect([Math.min(...values), Math.max(...values)]).toEqual([least, greatest]);
    },
  );

  test("ARB-2: a thousand arbitrary values include unknown tags and fields, if they are wanted", () => {
    const newer = fc.sample(messages.of(refTo("n", "Everything"), true), run) as Everything[];
    const tags = newer.map(({ choice }) => (typeof choice === "string" ? choice : choice[".tag"]));
    expect(tags).toContain("a_newer_tag");
    expect(newer.map(({ pet }) => pet[".tag"])).toContain("a_newer_tag");
    expect(newer.some((value) => Object.hasOwn(value, "a_newer_field"))).toBe(true);
  });

  test("ARB-2: a thousand arbitrary values include all tags of each union of spec/", () => {
    const { api: spec } = callerView(compileFiles("spec"), []);
    const lookup = new Lookup(spec);
    const ofSpec = new Messages(spec);
    for (const { name: namespace, types } of spec.namespaces) {
      for (const { kind, name } of types) {
        const wanted =
          kind === "union" ? lookup.allFields({ namespace, name }).filter(({ field }) => !field.catchAll) : [];
        const numRuns = Math.min(1000, 30 * wanted.length);
        const values = wanted.length === 0 ? [] : fc.sample(ofSpec.of(refTo(namespace, name)), { numRuns, seed: 1 });
        const tags = values.map((value) =>
          typeof value === "string" ? value : (Reflect.get(Object(value), ".tag") as string),
        );
        expect([name, ...new Set(tags)].sort()).toEqual([name, ...wanted.map(({ field }) => field.name)].sort());
      }
    }
  });
});

/** A value without its texts and numbers. */
function skeleton(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, member: unknown) =>
    name !== ".tag" && ["string", "number"].includes(typeof member) ? typeof member : member,
  );
}

test("ARB-3, ARB-6: shrinking ends at a value like the one that is made up for the type", () => {
  for (const name of ["Everything", "Leaf", "Choice", "Tree", "Pet"]) {
    const type = refTo("n", name);
    const { counterexample } = fc.check(
      fc.property(messages.of(type), () => false),
      { seed: 7 },
    );
    expect([name, skeleton(counterexample?.[0])]).toEqual([name, skeleton(synthesize(type, new Lookup(api)))]);
  }
});

test("ARB-3: texts and lists shrink to the shortest ones, also from the longest", () => {
  const isShort = ({ name, list, code }: Everything["leaf"]): boolean =>
    name.length === 2 && list.length === 1 && code.length === 1;
  for (const seed of [1, 2, 3, 4, 5]) {
    const leaves = messages.of(refTo("n", "Leaf")) as fc.Arbitrary<Everything["leaf"]>;
    const { counterexample } = fc.check(
      fc.property(leaves, () => false),
      { seed },
    );
    const leaf = counterexample?.[0] as Everything["leaf"] | undefined;
    expect(leaf !== undefined && isShort(leaf)).toBe(true);
  }
});

test("ARB-4: values of recursive types end, and are accepted", () => {
  const lookup = new Lookup(api);
  for (const value of fc.sample(messages.of(refTo("n", "Tree")), run)) {
    expect(findMismatch(value as Json, refTo("n", "Tree"), lookup, true)).toBeUndefined();
  }
});

describe("ARB-4: a thousand values of a recursive type end, are small, and shrink", () => {
  const fields = (type: string): string => Array.from({ length: 8 }, (_, at) => `    f${at} ${type}`).join("\n");
  const recursive = new Messages(
    apiOf(`namespace r

struct Folder
    name String
    children List(Folder)

struct Long
    note String(max_length=2000)
    notes List(String(max_length=2000), max_items=200)
    children List(Long, max_items=200)

struct Names
    by_name Map(String, Names)

struct Matrix
    rows List(List(List(Matrix, max_items=50), max_items=50), max_items=50)

struct Wide
${fields("List(Wide)")}

struct Optional
${fields("Optional?")}

struct Maps
${fields("Map(String, Maps)")}

union Either
    one Both
    none

struct Both
    left Either
    right Either
    others List(Either, min_items=2)

struct Node
    union
        inner Inner
        leaf Leaf
    ring Other?

struct Inner extends Node
    nodes List(Node, min_items=1)

struct Leaf extends Node
    text String

struct Other
    node Node?
    all Map(String, List(Node))
`),
  );

  interface FolderValue {
    readonly children: readonly FolderValue[];
  }

  function expectSmall(values: fc.Arbitrary<unknown>, name: string, numRuns: number): void {
    const sizes = fc.sample(values, { numRuns, seed: 1 }).map((value) => JSON.stringify(value, plain).length);
    expect([name, Math.max(...sizes) < 1_000_000]).toEqual([name, true]);
    const { failed, numShrinks, counterexample } = fc.check(
      fc.property(values, () => false),
      { seed: 3, numRuns: 1 },
    );
    const { length } = JSON.stringify(counterexample, plain);
    expect([name, failed, numShrinks < 10_000, length < 10_000]).toEqual([name, true, true, true]);
  }

  test.each(recursive.recursive().map((type) => [(type as Name).name, type] as const))(
    "ARB-4: values of the recursive type %s end, are small, and shrink",
    (name, type) => {
      for (const isMessage of [true, false]) {
        for (const hasNewer of [true, false]) {
          expectSmall(recursive.of(type, hasNewer, isMessage), name, 50 * editSequences);
        }
      }
    },
  );

  test("ARB-4: many values of a recursive type are not empty", () => {
    const folders = fc.sample(recursive.of(refTo("r", "Folder")), run) as FolderValue[];
    expect(folders.filter(({ children }) => children.length > 0).length).toBeGreaterThan(500);
  });

  test.each([0, 1, 4])("ARB-4: values of a recursive type are no deeper than wanted: %d", (maxDepth) => {
    const depth = (folder: FolderValue): number => 1 + Math.max(-1, ...folder.children.map(depth));
    const folders = fc.sample(recursive.of(refTo("r", "Folder"), false, true, maxDepth), run) as FolderValue[];
    expect(Math.max(...folders.map(depth))).toBe(maxDepth);
  });

  test.each(["spec", ...corpora.filter((name) => name !== "dropbox")])(
    "ARB-4: values of the recursive types of %s end, are small, and shrink",
    (corpus) => {
      const { api: all } = callerView(compileFiles(corpus === "spec" ? "spec" : corpusFolder(corpus)), []);
      const ofCorpus = new Messages(all);
      for (const type of ofCorpus.recursive()) {
        for (const isMessage of [true, false]) {
          expectSmall(ofCorpus.of(type, false, isMessage), (type as Name).name, 50 * editSequences);
        }
      }
    },
  );
});

test("ARB-4: a type without a value is refused when its arbitrary is made", () => {
  const decodeRing = (): unknown => undefined;
  const ring = new ShapeMaker(new Lookup(api), false).root(refTo("n", "Ring")) as undefined;
  const { arbitrary } = new Arbitraries({
    shapes: {},
    decoders: () => [[decodeRing, ring]],
    int64: "number",
    timestamps: "string",
  });
  expect(() => arbitrary(decodeRing)).toThrow(/^The type has no value: it requires itself/);
  expect(() => arbitrary(() => undefined)).toThrow(/^This is no decoder/);
});
