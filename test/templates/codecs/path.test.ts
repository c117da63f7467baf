import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decode, encode, fail, redact, type Check } from "../../../templates/runtime/codecs/check.js";
import { DecodeError, EncodeError } from "../../../templates/runtime/codecs/codec-error.js";
import { findPath, pathText } from "../../../templates/runtime/codecs/path.js";

/** The text of the path that is found. */
function textOfPath(...args: Parameters<typeof findPath>): string {
  return pathText(findPath(...args));
}

describe("the path to a wrong value", () => {
  const size = { value: 1 };
  const inner = {};
  const map = Object.fromEntries(
    ["__proto__", "", "ns:1", "0"].map((key) => [key, key === "__proto__" ? { inner } : {}]),
  );
  const root = {
    entries: [{}, {}, {}, { size }],
    "not a name": [[size]],
    ".tag": "x",
    map,
  };

  test.each([
    ["entries[3].size", root.entries[3], "size"],
    ["entries[1]", root.entries, 1],
    ["entries", root, "entries"],
    ['["not a name"][0]', root["not a name"], 0],
    ['[".tag"]', root, ".tag"],
    ["map.__proto__.inner.x", inner, "x"],
    ['map[""].x', map[""], "x"],
    ['map["ns:1"]["a\\"b"]', map["ns:1"], 'a"b'],
    ['map["0"][0]', map["0"], 0],
    ["", undefined, ""],
  ] as const)("is %j (WIRE-4)", (path, container, key) => {
    expect(textOfPath(root, container, key)).toBe(path);
  });

  test("may begin in a list", () => {
    const item = {};
    expect(textOfPath([0, item], item, "size")).toBe("[1].size");
    expect(textOfPath([0], [0], 0)).toBe("[0]");
  });

  test("is the first one if a value that is to be sent has the container in several places", () => {
    expect(textOfPath(root, size, "value")).toBe("entries[3].size.value");
    const shared = {};
    expect(textOfPath({ a: { b: shared }, c: shared }, shared, "x")).toBe("a.b.x");
    expect(textOfPath([shared, [shared], shared], shared, "x")).toBe("[0].x");
  });

  test("is found in values with cycles and in lists with holes", () => {
    const last = {};
    const cyclic: { self?: unknown; last: unknown } = { last };
    cyclic.self = cyclic;
    expect(textOfPath(cyclic, last, "x")).toBe("last.x");
    const holes = new Array<unknown>(3);
    holes[2] = last;
    expect(textOfPath(holes, last, "x")).toBe("[2].x");
  });

  test("is the key alone if the container is not in the tree", () => {
    expect(textOfPath(root, {}, "size")).toBe("size");
  });

  test("is found however deep it is", () => {
    const last = {};
    let deep: unknown = last;
    for (let level = 0; level < 100_000; level++) {
      deep = [deep];
    }
    expect(textOfPath(deep, last, "x")).toBe(`${"[0]".repeat(100_000)}.x`);
  });

  test("leads to the container and the key again", () => {
    const tree = fc.letrec<{ node: object }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.constant(null).map(() => ({})),
        fc.array(tie("node"), { minLength: 1, maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "b_1", "1", "", ".", "]", '"'), tie("node"), { minKeys: 1 }),
      ),
    })).node;
    fc.assert(
      fc.property(tree, fc.infiniteStream(fc.nat()), (root, choices) => {
        let container: object = root;
        let path = "";
        for (const choice of choices) {
          const children = Object.entries(container) as [string, object][];
          const child = children[choice % (children.length + 1)];
          if (child === undefined) {
            break;
          }
          const key = child[0];
          path += Array.isArray(container) ? `[${key}]` : /^[a-z]/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
          container = child[1];
        }
        expect(textOfPath(root, container, "key")).toBe(`${path}.key`.replace(/^\./, ""));
      }),
    );
  });
});

const positive: Check<number> = (value, container, key) =>
  typeof value === "number" && value > 0
    ? value
    : fail(container, key, { code: "out-of-range", expected: "more than 0", found: String(value) });

const sizes: Check<number[]> = (value, _container, _key, mode) => {
  const list = value as unknown[];
  return list.map((item, index) => positive(item, list, index, mode));
};

describe("a check", () => {
  test("gives a copy and leaves the original alone", () => {
    const original = Object.freeze([1, 2]);
    expect(decode(sizes, original)).toEqual([1, 2]);
    expect(decode(sizes, original)).not.toBe(original);
  });

  test("that fails becomes a DecodeError with place, expectation and finding", () => {
    expect(() => decode(sizes, [1, 0])).toThrow(
      expect.objectContaining({
        name: "DecodeError",
        message: "[1]: expected more than 0, found 0",
        path: "[1]",
        segments: [1],
        code: "out-of-range",
        expected: "more than 0",
        found: "0",
      }),
    );
    expect(() => decode(positive, 0)).toThrow(
      new DecodeError([], { code: "out-of-range", expected: "more than 0", found: "0" }),
    );
  });

  test("has the path as segments too, with the names as they are", () => {
    const at: Check<unknown> = (value) =>
      fail((value as { "ns:1": unknown[] })["ns:1"][0], "size", { code: "wrong-type", expected: "a", found: "b" });
    const segments = ["ns:1", 0, "size"];
    expect(() => decode(at, { "ns:1": [{}] })).toThrow(expect.objectContaining({ segments, path: '["ns:1"][0].size' }));
    expect(() => encode(at, { "ns:1": [{}] })).toThrow(expect.objectContaining({ segments }));
  });

  test("has a message of bounded length, whatever was received", () => {
    const key = "😀".repeat(100_000);
    const holder = { [key]: { [key]: 1 } };
    const mismatch = { expected: "e".repeat(100_000), found: JSON.stringify(key), suggestion: key };
    for (const code of ["unknown-tag", "unknown-field"] as const) {
      const failing: Check<unknown> = () => fail(holder[key], key, { code, ...mismatch });
      for (const run of [decode, encode]) {
        let thrown: unknown;
        try {
          run(failing, holder);
        } catch (error) {
          thrown = error;
        }
        const { message, path, segments } = thrown as DecodeError;
        expect(message.length).toBeLessThan(800);
        expect(message).toContain("…");
        expect(message).not.toMatch(/\p{Surrogate}/u);
        expect(segments).toEqual([key, key]);
        expect(path.length).toBeGreaterThan(400_000);
      }
    }
  });

  test("that fails for sending or logging becomes an EncodeError", () => {
    expect(() => encode(sizes, [0])).toThrow(EncodeError);
    expect(() => redact(sizes, [0])).toThrow("[0]: expected more than 0, found 0");
  });

  test("receives its purpose", () => {
    const mode: Check<unknown> = (_value, _container, _key, mode) => mode;
    const nobody = {
      strict: false,
      refusesNewTags: false,
      refusesUnknownFields: false,
      writing: false,
      redacting: false,
      permissions: [],
    };
    expect(decode(mode, 0)).toEqual(nobody);
    expect(decode(mode, 0, { strict: true, permissions: ["audit"] })).toEqual({
      ...nobody,
      strict: true,
      refusesNewTags: true,
      refusesUnknownFields: true,
      permissions: ["audit"],
    });
    expect(encode(mode, 0, { permissions: ["audit"] })).toEqual({ ...nobody, writing: true, permissions: ["audit"] });
    expect(encode(mode, 0, { strict: true })).toEqual({ ...nobody, writing: true, refusesNewTags: true });
    expect(redact(mode, 0)).toEqual({ ...nobody, writing: true, redacting: true });
  });

  test("that runs out of stack refuses the value, in Firefox too", () => {
    const endless: Check<unknown> = (value, container, key, mode) => [endless(value, container, key, mode)];
    expect(() => decode(endless, 0)).toThrow(expect.objectContaining({ name: "DecodeError", code: "too-deep" }));
    const inFirefox: Check<unknown> = () => {
      throw Object.assign(new Error("too much recursion"), { name: "InternalError" });
    };
    expect(() => encode(inFirefox, 0)).toThrow(expect.objectContaining({ name: "EncodeError", code: "too-deep" }));
  });

  test("that breaks for another reason is a defect, and shows as it is", () => {
    const broken: Check<unknown> = () => {
      throw new TypeError("a defect");
    };
    expect(() => decode(broken, 0)).toThrow(new TypeError("a defect"));
  });
});
