import { describe, expect, test } from "vitest";
import { decode, encode, redact, type Check } from "../../../templates/runtime/codecs/check.js";
import {
  bare,
  catchAll,
  flat,
  hiddenTag,
  hiddenVariant,
  subtypeTag,
  unionTag,
  unknownVariant,
  valued,
  valuedOrBare,
  withoutDefault,
} from "../../../templates/runtime/codecs/variant.js";

const unknown: Check<unknown> = (value, mode) => unknownVariant(value, "newer", mode, [["secret", "internal"]]);
const hidden: Check<unknown> = (_value, mode) => hiddenVariant("secret", mode);

describe("an unknown variant", () => {
  const value = { ".tag": "newer", list: [{ a: null }], ["__proto__"]: { a: 1 }, big: 2n ** 60n };

  test("an unknown variant is copied whole, whatever its members are called", () => {
    const copy = decode(unknown, value) as typeof value;
    expect(copy).toEqual(value);
    expect(Object.keys(copy)).toEqual(Object.keys(value));
    expect(copy.list).not.toBe(value.list);
    expect(encode(unknown, copy)).toEqual(value);
  });

  test("an unknown variant has the depth limit of all other values, read or written", () => {
    const deep = { ".tag": "newer", value: JSON.parse("[".repeat(100_000) + "]".repeat(100_000)) as unknown };
    expect(() => decode(unknown, deep)).toThrow(expect.objectContaining({ name: "DecodeError", code: "too-deep" }));
    expect(() => encode(unknown, deep)).toThrow(expect.objectContaining({ name: "EncodeError", code: "too-deep" }));
    const cycle: Record<string, unknown> = { ".tag": "newer" };
    cycle["self"] = cycle;
    expect(() => encode(unknown, cycle)).toThrow(expect.objectContaining({ code: "too-deep" }));
  });

  test.each([
    ["a function", { list: [() => 1] }, "list[0]"],
    ["a symbol", { list: [Symbol.iterator] }, "list[0]"],
    ["a Date object", { at: new Date(0) }, "at"],
    ["a Map object", { map: new Map() }, "map"],
    ["nothing", { list: [undefined] }, "list[0]"],
  ])("an unknown variant is not written with %s, which JSON does not have", (found, members, path) => {
    expect(() => encode(unknown, { ".tag": "newer", ...members })).toThrow(
      expect.objectContaining({ path, found, expected: "a JSON value" }),
    );
  });

  test("an unknown variant may contain objects without a prototype", () => {
    const bare = Object.assign(Object.create(null) as object, { a: 1 });
    expect(encode(unknown, { ".tag": "newer", bare })).toEqual({ ".tag": "newer", bare: { a: 1 } });
  });

  test("an unknown variant is written without members that are undefined", () => {
    expect(encode(unknown, { ".tag": "newer", a: undefined, b: { c: undefined } })).toEqual({ ".tag": "newer", b: {} });
  });

  test("an unknown variant has only those omitted fields that exist for the caller", () => {
    const json = { ".tag": "newer", secret: 1 };
    expect(decode(unknown, json)).toEqual({ ".tag": "newer" });
    expect(decode(unknown, json, { permissions: ["internal"] })).toEqual(json);
    expect(encode(unknown, json)).toEqual({ ".tag": "newer" });
  });

  test("an unknown variant is its tag alone in a log, as nobody knows which members must be masked", () => {
    expect(redact(unknown, value)).toEqual({ ".tag": "newer" });
  });
});

describe("a tag that does not exist for the caller (WIRE-43)", () => {
  test("a tag that does not exist for the caller is read as other, with nothing of its value", () => {
    expect(decode(hidden, { ".tag": "secret", secret: 1 })).toEqual({ ".tag": "other" });
    expect(decode(hidden, "secret")).toEqual({ ".tag": "other" });
  });

  test("a tag that does not exist for the caller is unknown to a strict reader, and cannot be written", () => {
    expect(() => decode(hidden, "secret", { strict: true })).toThrow(expect.objectContaining({ code: "unknown-tag" }));
    expect(() => encode(hidden, { ".tag": "secret" })).toThrow(expect.objectContaining({ code: "not-permitted" }));
  });
});

describe("a variant that has not the form of its tag", () => {
  const checks = {
    union: unionTag,
    subtype: subtypeTag,
    bare: (value, mode) => bare(value, "a", mode),
    catchAll: (_, mode) => catchAll(mode),
    valued: (value) => valued(value, "a"),
    valuedOrBare: (value) => valuedOrBare(value, "a"),
    flat: (value, mode) => flat(value, "a", mode, () => ({})),
    hidden: (_, mode) => hiddenTag("a", mode),
    noDefault: (_, mode) => withoutDefault(mode),
  } satisfies Record<string, Check<unknown>>;

  test.each<[check: keyof typeof checks, code: string, value: unknown, expected: string, found: string]>([
    ["union", "wrong-type", 1, "an object with a .tag", "a number"],
    ["union", "wrong-type", 1n, "an object with a .tag", "a number"],
    ["subtype", "wrong-type", "a", "an object with a .tag", "a string"],
    ["subtype", "missing-tag", {}, "a tag", "nothing"],
    ["subtype", "wrong-type", { ".tag": 5 }, "a string", "a number"],
    ["bare", "unexpected-key", { ".tag": "a", a: 1 }, "a variant without a value", "a value"],
    ["catchAll", "unknown-tag", "other", "a known tag", '"other"'],
    ["valued", "missing-value", "a", "a value for the variant a", "nothing"],
    ["valued", "missing-value", { ".tag": "a" }, "a value for the variant a", "nothing"],
    ["valued", "unexpected-key", { ".tag": "a", a: 1, b: 2 }, "nothing besides .tag and a", "a member"],
    ["valuedOrBare", "unexpected-key", { ".tag": "a", b: 2 }, "nothing besides .tag and a", "a member"],
    ["flat", "missing-value", "a", "a value for the variant a", "nothing"],
    ["hidden", "unknown-tag", "a", "a known tag", '"a"'],
    ["noDefault", "missing-field", undefined, "a tag for this caller", "nothing"],
  ])(
    "a variant that has not the form of its tag is refused by the check of a %s: %s",
    (check, code, value, expected, found) => {
      expect(() => decode<unknown>(checks[check], value, { strict: true })).toThrow(
        expect.objectContaining({ code, expected, found }),
      );
    },
  );

  test("a variant that has not the form of its tag is not written with a tag that the caller may not see", () => {
    const mismatch = { code: "not-permitted", expected: "a tag for this caller", found: '"a"' };
    expect(() => encode(checks.hidden, "a")).toThrow(expect.objectContaining(mismatch));
  });

  test("a variant that has not the form of its tag is written without the default that the caller may not see", () => {
    expect(encode(checks.noDefault, undefined)).toBeUndefined();
  });

  test("a variant that has not the form of its tag may have what lenient readers ignore, and members that are not there", () => {
    expect(decode(checks.bare, { ".tag": "a", a: 1 })).toEqual({ ".tag": "a" });
    expect(decode(checks.bare, { ".tag": "a", a: null }, { strict: true })).toEqual({
      ".tag": "a",
    });
    expect(decode(checks.catchAll, "other")).toEqual({ ".tag": "other" });
  });
});
