import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { md5 } from "../../../templates/runtime/codecs/md5.js";
import { blot, hash } from "../../../templates/runtime/codecs/redact.js";

function referenceMd5(text: string): string {
  return createHash("md5").update(text, "utf8").digest("hex");
}

describe("MD5", () => {
  test.each([
    ["", "d41d8cd98f00b204e9800998ecf8427e"],
    ["a", "0cc175b9c0f1b6a831c399e269772661"],
    ["abc", "900150983cd24fb0d6963f7d28e17f72"],
    ["message digest", "f96b697d7cb7938d525a2f31aaf161d0"],
    ["abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"],
    ["1234567890".repeat(8), "57edf4a22be3c955ac49da2e2107b67a"],
  ])("MD5 of %j is %s (RFC 1321)", (text, digest) => {
    expect(md5(text)).toBe(digest);
  });

  test("MD5 is right for every length around the ends of blocks", () => {
    for (let length = 0; length <= 200; length++) {
      expect(md5("x".repeat(length))).toBe(referenceMd5("x".repeat(length)));
    }
  });

  test("MD5 is what Node computes, over UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(md5(text)).toBe(referenceMd5(text));
      }),
      { numRuns: 1000 },
    );
  });

  test("MD5 is right for megabytes", () => {
    const text = "é😀x".repeat(300_000);
    expect(md5(text)).toBe(referenceMd5(text));
  });
});

const digits = /^([0-9]+)[^0-9]+([0-9]+)$/u;
const either = /^([0-9]+)$|^([a-z]+)$/u;

describe("RedactedBlot", () => {
  test.each([
    ["a string", "secret", "********"],
    ["the empty string", "", "********"],
    ["a number", 0, "********"],
    ["a bigint", 2n ** 60n, "********"],
    ["a boolean", false, "********"],
    ["a list, item by item, null items too", ["a", null, 1], ["********", "********", "********"]],
    ["a list in a list, as one item", [[1, 2], []], ["********", "********"]],
    ["an empty list", [], []],
    [
      "a map, value by value, keys stay",
      { a: "x", b: null, "": [1] },
      { a: "********", b: "********", "": "********" },
    ],
    ["null, which stays away", null, null],
    ["what is unset, which stays away", undefined, undefined],
  ])("RedactedBlot masks %s (WIRE-51, WIRE-52)", (_, value, masked) => {
    expect(blot(value)).toEqual(masked);
  });

  test.each([
    [/^(..).*(..)$/u, "abcdef", "ab***ef"],
    [/^(a).*(z)$/u, "a123z", "a***z"],
    [/secret/u, "a secret", ""],
    [/[0-9]+/u, "room 7", ""],
    [/[0-9]+/u, "room", "********"],
    [/^(..).*(..)$/u, "abc", "********"],
    [/(.).*/u, "", "********"],
    [either, "12", "12***"],
    [either, "ab", "***ab"],
  ])(
    "RedactedBlot with %s leaves the groups that it finds in %j: %j (WIRE-54, REDACT_OPTIONAL_GROUP)",
    (pattern, value, masked) => {
      expect(blot(value, pattern)).toBe(masked);
      expect(blot([value, null], pattern)).toEqual([masked, "********"]);
      expect(blot({ key: value }, pattern)).toEqual({ key: masked });
    },
  );

  test("RedactedBlot masks a Date, which is a value and no map", () => {
    expect(blot(new Date(0))).toBe("********");
  });

  test("RedactedBlot does not look for its pattern in what is no string", () => {
    expect(blot(12, /1/u)).toBe("********");
    expect(blot([["1"]], /1/u)).toEqual(["********"]);
  });
});

describe("RedactedHash", () => {
  test.each([
    ["abc", "abc"],
    ["", ""],
    ["é😀", "é😀"],
    [5, "5"],
    [0, "0"],
    [-0, "0"],
    [-1310, "-1310"],
    [9007199254740993n, "9007199254740993"],
    [18446744073709551615n, "18446744073709551615"],
    [1.5, "1.5"],
    [1e300, "1e+300"],
    [true, "True"],
    [false, "False"],
  ])("RedactedHash of %s is the MD5 of %j (WIRE-53, REDACT_NUMBER_TEXT)", (value, text) => {
    expect(hash(value, "plain")).toBe(referenceMd5(text));
  });

  test.each([
    [5, "5.0"],
    [0, "0.0"],
    [-0, "0.0"],
    [-2, "-2.0"],
    [0.1, "0.1"],
    [123456789.125, "123456789.125"],
    [0.0001, "0.0001"],
    [0.00012, "0.00012"],
    [0.00001, "1e-05"],
    [0.000012, "1.2e-05"],
    [1e-7, "1e-07"],
    [-1.5e-9, "-1.5e-09"],
    [5e-324, "5e-324"],
    [1e15, "1000000000000000.0"],
    [1234567890123456, "1234567890123456.0"],
    [9999999999999998, "9999999999999998.0"],
    [1e16, "1e+16"],
    [12345678901234567000, "1.2345678901234567e+19"],
    [1e21, "1e+21"],
    [1e22, "1e+22"],
    [1.7976931348623157e308, "1.7976931348623157e+308"],
    [9007199254740993n, "9007199254740992.0"],
    [10n ** 16n, "1e+16"],
  ])("RedactedHash of %s in a float field is the MD5 of %j, as Python prints it", (value, text) => {
    expect(hash(value, "float")).toBe(referenceMd5(text));
  });

  test.each([
    ["a lone surrogate", "a\ud800"],
    ["no finite number", Infinity],
  ])("RedactedHash is null for %s", (_, value) => {
    expect(hash(value, "plain")).toBeNull();
    expect(hash(value, "float")).toBeNull();
  });

  test("RedactedHash is null for Bytes and Timestamps, which are strings in memory only", () => {
    expect(hash("YQ==", "opaque")).toBeNull();
    expect(hash(["2020-01-01", "2020-01-02"], "opaque")).toEqual([null, null]);
    expect(hash({ a: "YQ==" }, "opaque")).toEqual({ a: null });
    expect(hash("YQ==", "opaque", /Y/u)).toBeNull();
  });

  test("RedactedHash goes item by item and value by value (WIRE-51)", () => {
    expect(hash(["a", 1, null, undefined, [1], { a: 1 }], "plain")).toEqual([
      referenceMd5("a"),
      referenceMd5("1"),
      null,
      null,
      null,
      null,
    ]);
    expect(hash({ a: "x", b: null }, "plain")).toEqual({ a: referenceMd5("x"), b: null });
    expect(hash([1, 2.5], "float")).toEqual([referenceMd5("1.0"), referenceMd5("2.5")]);
    expect(hash([], "plain")).toEqual([]);
    expect(hash(null, "plain")).toBeNull();
    expect(hash(undefined, "plain")).toBeUndefined();
  });

  test.each([
    [/(@[^@]+)$/u, "a@b.c", "5d60d4e28066df254d5452f92c910092 (@b.c)"],
    [digits, "12-34", "976cba52a5bc635a8db95fee79a747ee (12***34)"],
    [/(.).*/u, "abc", "900150983cd24fb0d6963f7d28e17f72 (a)"],
    [/b/u, "abc", "900150983cd24fb0d6963f7d28e17f72 ()"],
    [digits, "abc", "900150983cd24fb0d6963f7d28e17f72"],
    [/(@[^@]+)$/u, "q\ud83d\u017f@.", "@."],
  ])("RedactedHash with %s adds the groups that it finds in %j: %j", (pattern, value, hashed) => {
    expect(hash(value, "plain", pattern)).toBe(hashed);
  });
});

describe("both", () => {
  const both: [string, (value: unknown, pattern?: RegExp) => unknown][] = [
    ["RedactedBlot", blot],
    ["RedactedHash", (value, pattern) => hash(value, "plain", pattern)],
  ];

  test.each(both)("%s keeps awkward keys, and leaves the original alone", (_, redact) => {
    const map: unknown = Object.freeze(JSON.parse('{"__proto__":"x","constructor":"y"}'));
    expect(Object.keys(redact(map) as object)).toEqual(["__proto__", "constructor"]);
  });

  test.each(both)("%s never fails, not even for a string that takes the stack of the matcher", (_, redact) => {
    const long = `/${"a".repeat(4_200_000)}`;
    expect(redact(long, /^(?:\/(.|[\r\n])*)$/u)).toBe(redact(long));
  });
});

test("a text of 256 characters is searched, and a longer one is masked whole, as that might take long", () => {
  const longest = `ab${"x".repeat(252)}yz`;
  expect(blot(longest, /^(..).*(..)$/u)).toBe("ab***yz");
  expect(blot(`${longest}z`, /^(..).*(..)$/u)).toBe("********");
  const text = `ab${"x".repeat(300)}yz`;
  expect(blot(text, /^(..).*(..)$/u)).toBe("********");
  expect(hash(text, "plain", /^(..).*(..)$/u)).toBe(referenceMd5(text));
});
