import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decode, encode, fail, redact, type Check } from "../../../templates/runtime/codecs/check.js";
import { DecodeError, EncodeError } from "../../../templates/runtime/codecs/codec-error.js";
import { lastRead, pathText } from "../../../templates/runtime/codecs/path.js";

/** The text of the path that is found when the members with these names are read, one after another. */
function textOfPath(root: unknown, ...names: readonly (string | number)[]): string {
  const path = lastRead(root, (observed) => {
    let value = observed;
    for (const name of names) {
      value = (value as Readonly<Record<string, unknown>>)[name];
    }
    throw new Error("a mismatch");
  });
  return pathText(path);
}

describe("the path to a wrong value", () => {
  const size = { value: 1 };
  const map = Object.fromEntries(
    ["__proto__", "", "ns:1", "0"].map((key) => [key, key === "__proto__" ? { inner: {} } : {}]),
  );
  const root = { entries: [{}, {}, {}, { size }], "not a name": [[size]], ".tag": "x", map };

  test.each([
    ["entries[3].size", ["entries", 3, "size"]],
    ["entries[1]", ["entries", 1]],
    ["entries", ["entries"]],
    ['["not a name"][0]', ["not a name", 0]],
    ['[".tag"]', [".tag"]],
    ["map.__proto__.inner.x", ["map", "__proto__", "inner", "x"]],
    ['map[""].x', ["map", "", "x"]],
    ['map["ns:1"]["a\\"b"]', ["map", "ns:1", 'a"b']],
    ['map["0"].x', ["map", "0", "x"]],
    ["", []],
  ])("the path to a wrong value is %j (WIRE-4)", (path, names) => {
    expect(textOfPath(root, ...names)).toBe(path);
  });

  test("the path to a wrong value may begin in a list, and may end in a member that is not there", () => {
    expect(textOfPath([0, {}], 1, "size")).toBe("[1].size");
    expect(textOfPath([0], 0)).toBe("[0]");
    expect(textOfPath([], 5)).toBe("[5]");
    expect(
      textOfPath(
        Array.from({ length: 101 }, () => ({})),
        100,
        "size",
      ),
    ).toBe("[100].size");
  });

  test("the path to a wrong value is that of the place, even if the value has the same object in several places", () => {
    const shared = {};
    expect(textOfPath({ a: { b: shared }, c: shared }, "c", "x")).toBe("c.x");
    expect(textOfPath([shared, [shared], shared], 1, 0, "x")).toBe("[1][0].x");
  });

  test("the path to a wrong value is found in values with cycles, in lists with holes, in frozen values and below other prototypes", () => {
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    expect(textOfPath(cyclic, "self", "self", "x")).toBe("self.self.x");
    expect(textOfPath(new Array<unknown>(3), 2)).toBe("[2]");
    const frozen = Object.freeze({ list: Object.freeze([Object.freeze({})]) });
    expect(textOfPath(frozen, "list", 0, "x")).toBe("list[0].x");
    class Point {
      get x(): unknown {
        return {};
      }
    }
    expect(textOfPath({ point: new Point() }, "point", "x", "y")).toBe("point.x.y");
    expect(textOfPath(Object.assign(Object.create(null) as object, { a: {} }), "a", "x")).toBe("a.x");
  });

  test("the path to a wrong value is not that of the length or the methods of a list, or of a symbol", () => {
    const path = lastRead({ list: [1, 2] }, (observed) => {
      const { list } = observed as { list: number[] };
      list.map((item) => item);
      throw new Error(`a list of ${[...list].length} and ${list.length} items`);
    });
    expect(pathText(path)).toBe("list[1]");
  });

  test("the path to a wrong value is empty if nothing fails a second time", () => {
    expect(lastRead(root, (observed) => (observed as typeof root).entries)).toEqual([]);
  });

  test("a Date and other objects with inner state are passed on as they are", () => {
    const values = [new Date(0), new Uint8Array(1), new Map([[1, 2]])];
    lastRead(values, (observed) => {
      expect([...(observed as unknown[])]).toEqual(values);
      expect((observed as [Date])[0].getTime()).toBe(0);
    });
  });

  test("the path to a wrong value is the way on which any tree was read", () => {
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
        const names: string[] = [];
        let path = "";
        for (const choice of choices) {
          const children = Object.entries(container) as [string, object][];
          const child = children[choice % (children.length + 1)];
          if (child === undefined) {
            break;
          }
          const key = child[0];
          names.push(key);
          path += Array.isArray(container) ? `[${key}]` : /^[a-z]/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
          container = child[1];
        }
        expect(textOfPath(root, ...names)).toBe(path.replace(/^\./, ""));
      }),
    );
  });
});

const positive: Check<number> = (value) =>
  typeof value === "number" && value > 0 ? value : fail("out-of-range", "more than 0", String(value));

const sizes: Check<number[]> = (value, mode) => (value as unknown[]).map((item) => positive(item, mode));

describe("a check", () => {
  test("a check gives a copy and leaves the original alone", () => {
    const original = Object.freeze([1, 2]);
    expect(decode(sizes, original)).toEqual([1, 2]);
    expect(decode(sizes, original)).not.toBe(original);
  });

  test("a check that fails becomes a DecodeError with place, expectation and finding", () => {
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

  test("a check has the path as segments too, with the names as they are", () => {
    const at: Check<unknown> = (value) => {
      const { size } = (value as { "ns:1": [{ size?: unknown }] })["ns:1"][0];
      fail("wrong-type", "a", typeof size);
    };
    const segments = ["ns:1", 0, "size"];
    expect(() => decode(at, { "ns:1": [{}] })).toThrow(expect.objectContaining({ segments, path: '["ns:1"][0].size' }));
    expect(() => encode(at, { "ns:1": [{}] })).toThrow(expect.objectContaining({ segments }));
  });

  test("a check has a message of bounded length, whatever was received", () => {
    const key = "😀".repeat(100_000);
    const holder = { [key]: { [key]: 1 } };
    const mismatch = { expected: "e".repeat(100_000), found: JSON.stringify(key), suggestion: key };
    for (const code of ["unknown-tag", "unknown-field"] as const) {
      const failing: Check<unknown> = (value) => {
        const inner = (value as typeof holder)[key]?.[key];
        return inner === 1 ? fail(code, mismatch.expected, mismatch.found) : inner;
      };
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

  test("a check that fails once and not again is an error all the same, without a path", () => {
    let reads = 0;
    const value = {
      get size(): number {
        return reads++;
      },
    };
    const check: Check<unknown> = (value, mode) => positive((value as { size: unknown }).size, mode);
    expect(() => encode(check, value)).toThrow(
      expect.objectContaining({ name: "EncodeError", path: "", code: "out-of-range", found: "0" }),
    );
  });

  test("a check that fails for sending or logging becomes an EncodeError", () => {
    expect(() => encode(sizes, [0])).toThrow(EncodeError);
    expect(() => redact(sizes, [0])).toThrow("[0]: expected more than 0, found 0");
  });

  test("a check receives its purpose", () => {
    const mode: Check<unknown> = (_value, mode) => mode;
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

  test("a check that runs out of stack refuses the value, in Firefox too", () => {
    const endless: Check<unknown> = (value, mode) => [endless(value, mode)];
    expect(() => decode(endless, 0)).toThrow(expect.objectContaining({ name: "DecodeError", code: "too-deep" }));
    const inFirefox: Check<unknown> = () => {
      throw Object.assign(new Error("too much recursion"), { name: "InternalError" });
    };
    expect(() => encode(inFirefox, 0)).toThrow(expect.objectContaining({ name: "EncodeError", code: "too-deep" }));
  });

  test("a check that breaks for another reason is a defect, and shows as it is", () => {
    const broken: Check<unknown> = () => {
      throw new TypeError("a defect");
    };
    expect(() => decode(broken, 0)).toThrow(new TypeError("a defect"));
  });
});
