import { describe, expect, test } from "vitest";
import { stone } from "../support/stone-text.js";
import { loadCodecs } from "./load-package.js";

// What the rules of `docs/wire-format.md` say about unions and enumerated subtypes.

const { decode, encode } = await loadCodecs(stone`
  struct Size
      w UInt32
      h UInt32 = 1

  struct Options
      verbose Boolean = false

  struct Named
      named String

  struct Node
      union
          leaf Leaf
          tree Tree
      id String

  struct Leaf extends Node
      size UInt64

  struct Tree extends Node
      depth Int32 = 0

  struct ClosedNode
      union_closed
          closed_leaf ClosedLeaf
      id String

  struct ClosedLeaf extends ClosedNode
      size UInt64

  union Shape
      none
      box Size
      box_or_null Size?
      aliased AliasOfSize
      options Options?
      named Named
      count UInt32
      count_or_null UInt32?
      sizes List(Size)
      sizes_or_null List(Size)?
      by_name Map(String, Size)
      answer Answer
      node Node

  union MoreShapes extends Shape
      circle

  union_closed Answer
      yes
      no String?

  alias AliasOfSize = Size
`);

/** What is sent for a value that has been read. */
function through(type: string, json: unknown, strict: boolean): unknown {
  return encode(type, decode(type, json, { strict }));
}

describe("tags and their values", () => {
  test.each([
    ["no value", { ".tag": "none" }],
    ["a plain struct", { ".tag": "box", w: 1, h: 2 }],
    ["a nullable plain struct", { ".tag": "box_or_null", w: 1, h: 2 }],
    ["a nullable plain struct that is null", { ".tag": "box_or_null" }],
    ["an alias of a struct", { ".tag": "aliased", w: 1, h: 2 }],
    ["a primitive", { ".tag": "count", count: 5 }],
    ["a nullable primitive", { ".tag": "count_or_null", count_or_null: 5 }],
    ["a nullable primitive that is null", { ".tag": "count_or_null" }],
    ["a list", { ".tag": "sizes", sizes: [{ w: 1, h: 2 }] }],
    ["a map", { ".tag": "by_name", by_name: { a: { w: 1, h: 2 } } }],
    ["a union", { ".tag": "answer", answer: { ".tag": "yes" } }],
    ["a struct with enumerated subtypes", { ".tag": "node", node: { ".tag": "leaf", id: "a", size: 1 } }],
  ])("WIRE-24: the JSON of a tag with %s is its own form", (_, json) => {
    for (const strict of [true, false]) {
      expect(through("Shape", json, strict)).toEqual(json);
    }
  });

  test.each([
    ["a plain struct", { ".tag": "box", box: { w: 1 } }],
    ["a primitive", { ".tag": "count", w: 5 }],
    ["a union", { ".tag": "answer", yes: null }],
    ["a struct with enumerated subtypes", { ".tag": "node", id: "a", size: 1 }],
  ])("WIRE-24: the value of a tag with %s in another place is refused", (_, json) => {
    for (const strict of [true, false]) {
      expect(() => decode("Shape", json, { strict })).toThrow(expect.objectContaining({ name: "DecodeError" }));
    }
  });

  test.each(["none", "box_or_null", "options", "count_or_null", "sizes_or_null"])(
    "WIRE-25: a string is read as a tag without value, and written as an object: %s",
    (tag) => {
      expect(through("Shape", tag, true)).toEqual({ ".tag": tag });
      expect(encode("Shape", tag)).toEqual({ ".tag": tag });
    },
  );

  test.each(["box", "aliased", "count", "sizes", "by_name", "answer", "node"])(
    "WIRE-25: a string is not read as a tag that needs a value: %s",
    (tag) => {
      expect(() => decode("Shape", tag)).toThrow(expect.objectContaining({ code: "missing-value" }));
    },
  );

  test.each([
    ["null for a tag without value", { ".tag": "none", none: null }, { ".tag": "none" }],
    ["a field with the name of the tag", { ".tag": "named", named: "a" }, { ".tag": "named", named: "a" }],
    ["no member of a nullable struct", { ".tag": "options" }, { ".tag": "options" }],
    [
      "members of a nullable struct",
      { ".tag": "options", verbose: true },
      { ".tag": "options", verbose: true },
    ],
    ["no member of another nullable type", { ".tag": "count_or_null" }, { ".tag": "count_or_null" }],
  ])("WIRE-26: the object of a tag may have %s", (_, json, written) => {
    for (const strict of [true, false]) {
      expect(through("Shape", json, strict)).toEqual(written);
    }
  });

  test.each([
    ["a member beside a value", { ".tag": "count", count: 1, x: 1 }],
    ["a member beside a nullable value", { ".tag": "count_or_null", count_or_null: 1, x: 1 }],
    ["a member in place of a nullable value", { ".tag": "sizes_or_null", x: 1 }],
    ["no value where one is needed", { ".tag": "count" }],
    ["a nullable struct with a required field missing", { ".tag": "box_or_null", h: 1 }],
  ])("WIRE-26: the object of a tag may not have %s, in either mode", (_, json) => {
    for (const strict of [true, false]) {
      expect(() => decode("Shape", json, { strict })).toThrow(expect.objectContaining({ name: "DecodeError" }));
    }
  });

  test("WIRE-27, WIRE-28: a closed union has only the tags that are declared, and no other", () => {
    for (const json of ["maybe", { ".tag": "maybe" }, "other", { ".tag": "other" }]) {
      for (const strict of [true, false]) {
        expect(() => decode("Answer", json, { strict })).toThrow(expect.objectContaining({ code: "unknown-tag" }));
      }
    }
    expect(decode("Shape", "other")).toEqual({ ".tag": "other" });
  });

  test.each([
    ["Shape", "count_or_null"],
    ["Shape", "sizes_or_null"],
    ["Answer", "no"],
  ])("WIRE-29, QUIRK-29: an explicit null for a nullable tag is accepted and never sent: %s.%s", (type, tag) => {
    for (const strict of [true, false]) {
      expect(through(type, { ".tag": tag, [tag]: null }, strict)).toEqual({ ".tag": tag });
    }
    expect(encode(type, { ".tag": tag, [tag]: null })).toEqual({ ".tag": tag });
  });

  test("WIRE-29: an explicit null for a nullable struct is an unknown field", () => {
    const json = { ".tag": "options", options: null };
    expect(() => decode("Shape", json, { strict: true })).toThrow(expect.objectContaining({ code: "unknown-field" }));
  });

  test("WIRE-30: a nullable struct without any field set reads back as null, which has no defaults", () => {
    const json = encode("Shape", { ".tag": "options", verbose: undefined });
    expect(json).toEqual({ ".tag": "options" });
    expect(decode("Shape", json)).not.toHaveProperty("verbose");
  });

  test("UNION-6, WIRE-32: a value of a parent union may be sent where the child is expected", () => {
    for (const value of [{ ".tag": "none" }, { ".tag": "box", w: 1, h: 2 }, { ".tag": "count", count: 5 }]) {
      const json = encode("Shape", decode("Shape", value));
      expect(encode("MoreShapes", value)).toEqual(json);
      expect(decode("MoreShapes", json, { strict: true })).toEqual(decode("Shape", json, { strict: true }));
    }
    expect(() => decode("Shape", "circle", { strict: true })).toThrow(expect.objectContaining({ code: "unknown-tag" }));
  });
});

describe("enumerated subtypes", () => {
  test("WIRE-33: the object of a subtype begins with its tag, and there is no string form", () => {
    expect(JSON.stringify(encode("Node", { id: "a", size: 1, ".tag": "leaf" }))).toBe(
      '{".tag":"leaf","id":"a","size":1}',
    );
    expect(() => decode("Node", "leaf")).toThrow(expect.objectContaining({ code: "wrong-type" }));
    expect(() => encode("Node", "leaf")).toThrow(expect.objectContaining({ code: "wrong-type" }));
  });

  test.each([
    ["no tag", { id: "a", size: 1 }, "missing-tag"],
    ["a tag that is no string", { ".tag": 5, id: "a", size: 1 }, "wrong-type"],
    ["null", null, "wrong-type"],
    ["an unknown tag without the fields of the base", { ".tag": "new" }, "missing-field"],
    ["an unknown tag with a wrong field of the base", { ".tag": "new", id: 5 }, "wrong-type"],
  ])("WIRE-34: a subtype with %s is refused, also by lenient readers", (_, json, code) => {
    expect(() => decode("Node", json)).toThrow(expect.objectContaining({ code }));
  });

  test("WIRE-34: an unknown tag is a variant of its own where the list is open, and refused where it is closed", () => {
    const json = { ".tag": "new", id: "a", x: [1] };
    expect(through("Node", json, false)).toEqual(json);
    expect(() => decode("Node", json, { strict: true })).toThrow(expect.objectContaining({ code: "unknown-tag" }));
    expect(() => decode("ClosedNode", json)).toThrow(expect.objectContaining({ code: "unknown-tag" }));
  });
});
