import { describe, expect, test } from "vitest";
import type { AnyRoute } from "../support/packages.js";
import { stone } from "../support/stone-text.js";
import { loadCodecs } from "./load-package.js";

// What the rules of `docs/wire-format.md` say about messages, scalars, lists, maps and structs.

const { decode, encode, routes } = await loadCodecs(stone`
  struct Size
      w UInt32
      h UInt32 = 1

  struct Solid extends Size
      depth UInt32

  struct Options
      verbose Boolean = false
      label String?

  struct Node
      union
          leaf Leaf
      id String?

  struct Leaf extends Node
      size UInt64?

  union Shape
      none
      box Size

  union_closed Answer
      yes
      no

  struct Scalars
      bytes Bytes?
      time Timestamp("%Y-%m-%d %H:%M:%S.%f")?

  struct Nullables
      field String?
      aliased NullableText
      list List(String?)?
      map Map(String, String?)?

  alias NullableText = String?

  struct Collections
      list List(UInt32, min_items=1, max_items=2)?
      map Map(String(max_length=9, pattern="[a-z_.]*"), UInt32)?
      nested Map(String, List(Map(String, Size)))?
      nothings List(Void)?

  struct Holder
      options Options
      node Node?

  struct HolderOfNode
      node Node

  struct Large
      count UInt64 = 18446744073709551615

  struct Aliases
      direct Map(String, Size)
      aliased MapOfSizes

  alias MapOfSizes = Map(String, AliasOfSize)
  alias AliasOfSize = Size

  struct Drawing
      size Size
      shapes List(Shape)?

  route measure(Size, List(Size), Shape)
  route say(String, UInt32?, Void)
  route total(List(UInt32), Map(String, UInt32), Void)
`);
const { measure, say, total } = routes as Record<"measure" | "say" | "total", AnyRoute>;

describe("messages", () => {
  test("WIRE-1: the argument, result and error of a route are the JSON of their types, with nothing around it", () => {
    expect(measure.encodeArg({ w: 1 })).toEqual({ w: 1 });
    expect(measure.encodeResult([{ w: 1 }, { w: 2 }])).toEqual([{ w: 1 }, { w: 2 }]);
    expect(measure.decodeError({ ".tag": "box", w: 3 })).toEqual({ ".tag": "box", w: 3, h: 1 });
    expect(say.encodeArg("text")).toBe("text");
    expect([say.decodeResult(5), say.decodeResult(null)]).toEqual([5, null]);
  });

  test.each([
    ["an unknown field", "Size", { w: 3, h: 1, new: 1 }, { w: 3, h: 1 }],
    ["an unknown tag of an open union", "Shape", { ".tag": "new", x: [1] }, { ".tag": "new", x: [1] }],
    ["an unknown subtype of an open list", "Node", { ".tag": "new", id: "a", x: 1 }, { ".tag": "new", id: "a", x: 1 }],
    ["a value beside a tag without value", "Shape", { ".tag": "none", none: 5 }, { ".tag": "none" }],
    ["a member beside a tag without value", "Answer", { ".tag": "yes", why: "so" }, { ".tag": "yes" }],
    ["the tag other", "Shape", { ".tag": "other" }, { ".tag": "other" }],
    ["the tag other as a string", "Shape", "other", { ".tag": "other" }],
  ])("WIRE-3: only lenient decoding accepts %s", (_, type, json, value) => {
    expect(() => decode(type, json, { strict: true })).toThrow(expect.objectContaining({ name: "DecodeError" }));
    expect(decode(type, json, { strict: false })).toEqual(value);
    expect(decode(type, json), "lenient is the default").toEqual(value);
  });

  test("WIRE-3: only lenient decoding accepts something else than null for Void, and reads null", () => {
    expect(encode("Collections", decode("Collections", { nothings: [5, { x: 1 }] }))).toEqual({ nothings: [null, null] });
    expect(say.decodeError({ x: 1 })).toBeUndefined();
    expect(say.decodeError(null, { strict: true })).toBeUndefined();
    expect(() => say.decodeError({ x: 1 }, { strict: true })).toThrow(
      expect.objectContaining({ code: "wrong-type" }),
    );
  });

  test.each([
    ["a wrong type", "Size", { w: "3" }, "wrong-type"],
    ["a missing field", "Size", { h: 3 }, "missing-field"],
    ["a value outside of its limits", "Size", { w: -1 }, "out-of-range"],
    ["an unknown tag of a closed union", "Answer", { ".tag": "maybe" }, "unknown-tag"],
  ])("WIRE-3: lenient decoding refuses %s like strict decoding", (_, type, json, code) => {
    for (const strict of [true, false]) {
      expect(() => decode(type, json, { strict })).toThrow(expect.objectContaining({ code }));
    }
  });

  test("WIRE-5: the tag is written first, wherever the value has it, and read from any place", () => {
    expect(JSON.stringify(encode("Shape", { w: 1, h: 2, ".tag": "box" }))).toBe('{".tag":"box","w":1,"h":2}');
    expect(JSON.stringify(encode("Node", { size: 1, id: "a", ".tag": "leaf" }))).toMatch(/^\{".tag":"leaf"/);
    expect(decode("Shape", { h: 2, w: 1, ".tag": "box" })).toEqual({ ".tag": "box", w: 1, h: 2 });
  });

  test.each([
    ["Size", { w: -1 }, "w"],
    ["Drawing", { size: { w: 1, h: "a" } }, "size.h"],
    ["Drawing", { size: { w: 1 }, shapes: [{ ".tag": "none" }, { ".tag": "box" }] }, "shapes[1].w"],
    ["Collections", { list: [] }, "list"],
    ["Collections", { nested: { a: [{}, { b: { w: 1.5 } }] } }, "nested.a[1].b.w"],
    ["Answer", { ".tag": "maybe" }, '[".tag"]'],
  ])("WIRE-35, WIRE-36: encoding and decoding check the same at every depth: %s %j", (type, value, path) => {
    expect(() => decode(type, value)).toThrow(expect.objectContaining({ name: "DecodeError", path }));
    expect(() => encode(type, value)).toThrow(expect.objectContaining({ name: "EncodeError", path }));
  });

  test("WIRE-36, QUIRK-30: values directly inside a message that is a list, map or nullable are checked", () => {
    expect(() => total.decodeArg([1, -1])).toThrow(expect.objectContaining({ code: "out-of-range", path: "[1]" }));
    expect(() => total.decodeResult({ a: "1" })).toThrow(expect.objectContaining({ code: "wrong-type", path: "a" }));
    expect(() => say.decodeResult(-1)).toThrow(expect.objectContaining({ code: "out-of-range", path: "" }));
    expect(() => total.encodeArg([1, -1])).toThrow(expect.objectContaining({ name: "EncodeError", path: "[1]" }));
  });

  test("ALIAS-2, QUIRK-34: an alias has no effect on JSON, in the values of a map either", () => {
    const json = { direct: { a: { w: 1, h: 2 } }, aliased: { a: { w: 1, h: 2 } } };
    expect(encode("Aliases", decode("Aliases", json, { strict: true }))).toEqual(json);
    expect(decode("Aliases", { direct: { a: { w: 1 } }, aliased: { a: { w: 1 } } })).toEqual({
      direct: { a: { w: 1, h: 1 } },
      aliased: { a: { w: 1, h: 1 } },
    });
    for (const path of ["direct.a.w", "aliased.a.w"]) {
      const [field = ""] = path.split(".");
      expect(() => decode("Aliases", { direct: {}, aliased: {}, [field]: { a: {} } })).toThrow(
        expect.objectContaining({ code: "missing-field", path }),
      );
    }
  });
});

describe("scalars", () => {
  test.each(["", "YQ==", "YWI=", "YWJj", "+/+/"])("WIRE-11: Bytes are standard Base64: %j", (bytes) => {
    expect(encode("Scalars", decode("Scalars", { bytes }))).toEqual({ bytes });
  });

  test.each([
    ["no padding", "YQ"],
    ["too much padding", "YWJj===="],
    ["the URL-safe alphabet", "-_-_"],
    ["a line break", "YWJj\nYWJj"],
    ["a space", "YW Jj"],
    ["bits after the end", "YR=="],
    ["something else than a string", [97]],
  ])("WIRE-11: Bytes with %s are refused", (_, bytes) => {
    expect(() => decode("Scalars", { bytes })).toThrow(expect.objectContaining({ path: "bytes" }));
    expect(() => encode("Scalars", { bytes })).toThrow(expect.objectContaining({ path: "bytes" }));
  });

  test("WIRE-12: a timestamp is the string that its format prints", () => {
    const time = "2015-05-02 09:08:07.123456";
    expect(encode("Scalars", decode("Scalars", { time }))).toEqual({ time });
  });

  test.each([
    "2015-5-02 09:08:07.123456",
    "2015-05-02T09:08:07.123456",
    "2015-05-02 09:08:07",
    "2015-02-30 09:08:07.123456",
    " 2015-05-02 09:08:07.123456",
    1430557687,
  ])("WIRE-12: a timestamp that its format does not print is refused: %j", (time) => {
    expect(() => decode("Scalars", { time })).toThrow(expect.objectContaining({ path: "time" }));
    expect(() => encode("Scalars", { time })).toThrow(expect.objectContaining({ path: "time" }));
  });
});

describe("nullable values, lists and maps", () => {
  test("WIRE-13, WIRE-19: a nullable field that is null or absent reads the same, and is not written", () => {
    const absent = decode("Nullables", {});
    expect(decode("Nullables", { field: null, aliased: null, list: null, map: null })).toStrictEqual(absent);
    expect(encode("Nullables", absent)).toEqual({});
    expect(encode("Nullables", { field: null, aliased: null })).toEqual({});
  });

  test("WIRE-13: null items of lists and null values of maps are written", () => {
    const json = { list: ["a", null], map: { a: null, b: "c" } };
    expect(encode("Nullables", decode("Nullables", json))).toEqual(json);
  });

  test.each([
    ["as many items as it may have", [1, 2], undefined],
    ["too few", [], "too-few-items"],
    ["too many", [1, 2, 3], "too-many-items"],
    ["an object", { 0: 1 }, "wrong-type"],
  ])("WIRE-14: a list is an array of as many items as its bounds say: %s", (_, list, code) => {
    const outcome = (): unknown => encode("Collections", decode("Collections", { list }));
    if (code === undefined) {
      expect(outcome()).toEqual({ list });
    } else {
      expect(outcome).toThrow(expect.objectContaining({ code, path: "list" }));
    }
  });

  test("WIRE-14: null is not an empty list", () => {
    expect(() => measure.decodeResult(null)).toThrow(expect.objectContaining({ code: "wrong-type" }));
    expect(measure.decodeResult([])).toEqual([]);
  });

  test("WIRE-15: a map may have any key that its key type allows, and loses none", () => {
    const json = JSON.parse('{"map": {"": 1, ".tag": 2, "__proto__": 3, "a": 4}}') as unknown;
    expect(JSON.stringify(encode("Collections", decode("Collections", json)))).toBe(JSON.stringify(json));
  });

  test.each([
    ["a key that is too long", { abcdefghij: 1 }, "too-long"],
    ["a key without the pattern", { A: 1 }, "pattern"],
    ["a value of another type", { a: "1" }, "wrong-type"],
    ["an array", [1], "wrong-type"],
  ])("WIRE-15: a map with %s is refused", (_, map, code) => {
    expect(() => decode("Collections", { map })).toThrow(expect.objectContaining({ code }));
    expect(() => encode("Collections", { map })).toThrow(expect.objectContaining({ code }));
  });
});

describe("structs", () => {
  test("WIRE-16: a struct is an object with its own and inherited fields, in which `.tag` is ignored", () => {
    expect(encode("Solid", { w: 1, h: 2, depth: 3 })).toEqual({ w: 1, h: 2, depth: 3 });
    for (const strict of [true, false]) {
      expect(decode("Solid", { w: 1, h: 2, depth: 3, ".tag": "x" }, { strict })).toEqual({ w: 1, h: 2, depth: 3 });
      expect(() => decode("Solid", [1, 2, 3], { strict })).toThrow(expect.objectContaining({ code: "wrong-type" }));
    }
  });

  test.each([
    ["w", { h: 2, depth: 3 }],
    ["depth", { w: 1, h: 2 }],
  ])("WIRE-17: a required field must be present, own or inherited: %s", (path, json) => {
    expect(() => decode("Solid", json)).toThrow(expect.objectContaining({ code: "missing-field", path }));
    expect(() => encode("Solid", json)).toThrow(expect.objectContaining({ code: "missing-field", path }));
  });

  test("WIRE-18: a field with a default may be absent, and then has the default; null is refused", () => {
    expect(decode("Size", { w: 1 })).toEqual({ w: 1, h: 1 });
    expect(() => decode("Size", { w: 1, h: null })).toThrow(expect.objectContaining({ code: "wrong-type", path: "h" }));
  });

  test("WIRE-20: null or absence stands for a struct without required fields, which then has its defaults", () => {
    const defaults = { verbose: false, label: undefined };
    expect(decode("Options", null, { strict: true })).toEqual(defaults);
    expect(decode("Holder", {}, { strict: true })).toEqual({ options: defaults });
    expect(decode("Holder", { options: null }, { strict: true })).toEqual({ options: defaults });
    expect(() => decode("Drawing", {})).toThrow(expect.objectContaining({ code: "missing-field", path: "size" }));
    expect(() => decode("Size", null)).toThrow(expect.objectContaining({ code: "wrong-type" }));
  });

  test("WIRE-20: nothing stands for a struct with enumerated subtypes, though all its fields are optional", () => {
    expect(() => decode("HolderOfNode", {})).toThrow(expect.objectContaining({ path: "node" }));
    expect(() => decode("HolderOfNode", { node: null })).toThrow(expect.objectContaining({ path: "node" }));
  });

  test("WIRE-21: a default is not written where the field is left out, and is written where it was read", () => {
    expect(encode("Size", { w: 1 })).toEqual({ w: 1 });
    expect(encode("Size", decode("Size", { w: 1 }))).toEqual({ w: 1, h: 1 });
  });

  test("WIRE-21: a default that a number cannot hold is never written", () => {
    const value = decode("Large", {}) as { readonly count: number };
    expect(value.count).toBe(2 ** 64);
    expect(encode("Large", value)).toEqual({});
  });

  test("WIRE-22: a subtype under its own name is a plain struct", () => {
    expect(encode("Leaf", { id: "a", size: 1 })).toEqual({ id: "a", size: 1 });
    expect(decode("Leaf", { id: "a", size: 1 }, { strict: true })).toEqual({ id: "a", size: 1 });
  });

  test("UNION-6, WIRE-23: of a value with more fields, those of the declared struct are written", () => {
    const solid = { w: 1, h: 2, depth: 3 };
    expect(encode("Drawing", { size: solid })).toEqual({ size: { w: 1, h: 2 } });
    expect(encode("Shape", { ".tag": "box", ...solid })).toEqual({ ".tag": "box", w: 1, h: 2 });
  });
});
