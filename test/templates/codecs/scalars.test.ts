import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bigInt64, bigUint64 } from "../../../templates/runtime/codecs/bigint.js";
import { decode, encode, type Check } from "../../../templates/runtime/codecs/check.js";
import { type LinearPattern, textLinear } from "../../../templates/runtime/codecs/linear-pattern.js";
import {
  boolean,
  bytes,
  float32,
  float64,
  int32,
  int64,
  nothing,
  string,
  text,
  uint32,
  uint64,
  within,
} from "../../../templates/runtime/codecs/scalars.js";

function refused(code: string): unknown {
  return expect.objectContaining({ name: "DecodeError", code });
}

const everyScalar: Check<unknown>[] = [boolean, int32, uint32, int64, uint64, float32, float64, string, bytes];

describe("every scalar", () => {
  test.each(everyScalar)("the scalar %o refuses null, lists and objects, and says which it was", (check) => {
    for (const [value, found] of [
      [null, "null"],
      [[], "a list"],
      [{}, "an object"],
      [new Date(0), "a Date object"],
      [new Uint8Array(1), "a Uint8Array object"],
      [Symbol.iterator, "a symbol"],
      [NaN, "NaN"],
    ] as const) {
      expect(() => decode(check, value)).toThrow(expect.objectContaining({ found }));
    }
  });

  test.each(everyScalar)("the scalar %o reports a field that is not there as missing", (check) => {
    expect(() => decode((value, mode) => check((value as { size?: unknown }).size, mode), {})).toThrow(
      expect.objectContaining({ path: "size", code: "missing-field", found: "nothing" }),
    );
  });
});

test.each<[name: string, check: Check<unknown>, value: unknown, expected: string]>([
  ["Boolean", boolean, 1, "true or false"],
  ["Int32", int32, "1", "an integer"],
  ["Int32", int32, 0.5, "an integer"],
  ["UInt32", uint32, -1, "an integer that is 0 to 4294967295"],
  ["Int64", int64, 2n ** 63n, "an integer that is -9223372036854775808 to 9223372036854775807"],
  [
    "Int64 as a number",
    int64,
    2n ** 53n,
    'an integer within ±9007199254740991, as the package was generated with int64: "number"',
  ],
  [
    "a number that is too large, where there are no bigints",
    int64,
    2 ** 53,
    'an integer within ±9007199254740991, as the package was generated with int64: "number"',
  ],
  ["Int64 as a bigint", bigInt64, 2 ** 53, "a bigint beyond ±9007199254740991"],
  ["Float64", float64, "1", "a number"],
  ["Float32", float32, 1e39, "a number within ±3.40282e+38"],
  ["String", string, 1, "a string"],
  ["String", (value: unknown) => text(value, 1, 2), 1, "a string"],
  [
    "String",
    (value: unknown) => text(value, undefined, undefined, /^(?:[a-z]+)$/u),
    "A",
    "a string that matches ^(?:[a-z]+)$",
  ],
  ["Bytes", bytes, 1, "a string in base64"],
  ["Bytes", bytes, "A", "standard base64 with padding"],
])("the message of the scalar %s names what is expected", (_, check, value, expected) => {
  expect(() => decode(check, value)).toThrow(expect.objectContaining({ expected }));
});

describe("Boolean", () => {
  test("Boolean is true or false and nothing else (WIRE-6)", () => {
    expect(decode(boolean, true)).toBe(true);
    expect(decode(boolean, false)).toBe(false);
    for (const value of [0, 1, "true", "", 1n, new Boolean(true)]) {
      expect(() => decode(boolean, value)).toThrow(refused("wrong-type"));
    }
  });
});

type ToMemory = (value: bigint) => number | bigint;

const safe = 2n ** 53n - 1n;
const integers: [string, Check<number | bigint>, min: bigint, max: bigint, inMemory: ToMemory][] = [
  ["Int32", int32, -(2n ** 31n), 2n ** 31n - 1n, Number],
  ["UInt32", uint32, 0n, 2n ** 32n - 1n, Number],
  ["Int64 as a number", int64, -safe, safe, Number],
  ["UInt64 as a number", uint64, 0n, safe, Number],
  ["Int64 as a bigint", bigInt64, -(2n ** 63n), 2n ** 63n - 1n, (value) => value],
  ["UInt64 as a bigint", bigUint64, 0n, 2n ** 64n - 1n, (value) => value],
];

/** How an integer arrives from a lossless reader of JSON, and how it is written. */
function arriving(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

describe.each(integers)("%s", (_, check, min, max, inMemory) => {
  test("an integer accepts its bounds and refuses what lies beyond (WIRE-7)", () => {
    expect(decode(check, arriving(min))).toBe(inMemory(min));
    expect(decode(check, arriving(max))).toBe(inMemory(max));
    expect(() => decode(check, arriving(min - 1n))).toThrow(refused("out-of-range"));
    expect(() => decode(check, arriving(max + 1n))).toThrow(refused("out-of-range"));
    expect(() => decode(check, 10n ** 30n)).toThrow(refused("out-of-range"));
    expect(() => decode(check, -1e300)).toThrow(refused("out-of-range"));
  });

  test("an integer passes every integer in range unchanged, and no other", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }), (value) => {
        if (min <= value && value <= max) {
          expect(decode(check, arriving(value))).toBe(inMemory(value));
          expect(encode(check, inMemory(value))).toBe(arriving(value));
        } else {
          expect(() => decode(check, arriving(value))).toThrow(refused("out-of-range"));
        }
      }),
    );
  });

  test("an integer does not mind how a token spells an integer (FLOAT_TOKEN_FOR_INT)", () => {
    for (const token of ["1.0", "1e0", "10e-1"]) {
      expect(decode(check, JSON.parse(token))).toBe(inMemory(1n));
    }
  });

  test("an integer makes 0 of -0, which JSON does not tell apart (NEG_ZERO)", () => {
    expect(decode(check, -0)).toBe(inMemory(0n));
    expect(encode(check, -0)).toBe(0);
  });

  test("an integer refuses fractions, booleans, numbers in strings and what is no finite number (BOOL_AS_NUMBER)", () => {
    for (const value of [0.5, -1e-7, true, false, "1", "", NaN, Infinity, -Infinity]) {
      expect(() => decode(check, value)).toThrow(refused("wrong-type"));
    }
  });

  test("an integer takes a bigint where a number would do, and the other way round", () => {
    expect(decode(check, 5n)).toBe(inMemory(5n));
    expect(decode(check, 0n)).toBe(inMemory(0n));
    expect(encode(check, 5)).toBe(5);
  });
});

describe("64-bit integers", () => {
  test("64-bit integers are refused as numbers beyond 2^53-1, as they may have been rounded already", () => {
    for (const check of [int64, uint64, bigInt64, bigUint64]) {
      expect(Number(decode<number | bigint>(check, 9007199254740991))).toBe(9007199254740991);
      for (const value of [9007199254740992, 1e18]) {
        expect(() => decode<number | bigint>(check, value)).toThrow("which may have been rounded");
        expect(() => decode<number | bigint>(check, value)).toThrow(refused("out-of-range"));
      }
    }
    expect(() => decode(int64, -9007199254740992)).toThrow("which may have been rounded");
  });
});

describe("floats", () => {
  test.each<[string, Check<number>]>([
    ["Float32", float32],
    ["Float64", float64],
  ])("the float type %s takes any finite number, integers too (WIRE-8)", (_, check) => {
    for (const value of [0, 1, -1.5, 5e-324, 0.1, 3.4e38, 9007199254740992]) {
      expect(decode(check, value)).toBe(value);
    }
    expect(decode(check, -0)).toBe(0);
    expect(decode(check, 9007199254740993n)).toBe(9007199254740992); // FLOAT_EXACT_INT
    expect(() => decode(check, NaN)).toThrow(refused("wrong-type"));
    for (const value of [true, "1.5", "NaN"]) {
      expect(() => decode(check, value)).toThrow(refused("wrong-type")); // BOOL_AS_NUMBER
    }
    for (const value of [Infinity, -Infinity, JSON.parse("1e400"), 10n ** 400n, -(10n ** 400n)]) {
      expect(() => decode(check, value)).toThrow(refused("out-of-range"));
    }
  });

  test("floats of 32 bits end at 3.40282e38, before the largest single, and are not rounded (FLOAT32_BOUND)", () => {
    expect(decode(float32, 3.40282e38)).toBe(3.40282e38);
    expect(decode(float32, -3.40282e38)).toBe(-3.40282e38);
    expect(decode(float32, 0.1)).toBe(0.1);
    for (const value of [3.4028200000000005e38, 3.4028234663852886e38, -3.5e38]) {
      expect(() => decode(float32, value)).toThrow(refused("out-of-range"));
    }
    expect(decode(float64, Number.MAX_VALUE)).toBe(Number.MAX_VALUE);
  });
});

describe("declared bounds", () => {
  const check =
    (min: number | bigint | undefined, max: number | bigint | undefined): Check<number> =>
    (value) =>
      within(uint64(value), min, max);
  const bigCheck =
    (min: number | bigint | undefined, max: number | bigint | undefined): Check<bigint> =>
    (value, mode) =>
      within(bigUint64(value, mode), min, max);

  test("declared bounds are inclusive", () => {
    for (const value of [1, 50, 100]) {
      expect(decode(check(1, 100), value)).toBe(value);
    }
    expect(() => decode(check(1, 100), 0)).toThrow("expected a number that is 1 to 100, found 0");
    expect(() => decode(check(1, 100), 101)).toThrow(refused("out-of-range"));
    expect(() => decode(check(1, undefined), 0)).toThrow("at least 1");
    expect(() => decode(check(undefined, 100), 101)).toThrow("at most 100");
    expect(decode(check(undefined, undefined), 101)).toBe(101);
  });

  test("declared bounds are exact beyond 2^53, for bounds and values that are bigint", () => {
    const bound = 2n ** 63n;
    expect(decode(bigCheck(bound, undefined), bound)).toBe(bound);
    expect(() => decode(bigCheck(bound, undefined), bound - 1n)).toThrow(refused("out-of-range"));
    expect(() => decode(bigCheck(undefined, bound), bound + 1n)).toThrow(refused("out-of-range"));
    expect(decode(bigCheck(5, 2n ** 60n), 2n ** 53n)).toBe(2n ** 53n);
  });
});

describe("String", () => {
  const bounded =
    (min: number | undefined, max: number | undefined, pattern?: RegExp): Check<string> =>
    (value) =>
      text(value, min, max, pattern);

  test("String is any string, with lone surrogates and control characters too", () => {
    for (const value of ["", "a", "\ud800", "\udc00\ud800", "\0", "\u2028"]) {
      expect(decode(string, value)).toBe(value);
      expect(decode(bounded(undefined, undefined), value)).toBe(value);
    }
    expect(() => decode(bounded(0, 5), 7)).toThrow(refused("wrong-type"));
  });

  test.each([
    ["", 0],
    ["abc", 3],
    ["😀", 1],
    ["😀😀😀", 3],
    ["\ud83d", 1],
    ["\ud83d\ud83d\ude00", 2],
    ["\ude00\ud83d", 2],
    ["\ud83d\ude00\ude00", 2],
    ["e\u0301", 2],
    ["👩‍🔬", 3],
  ])("String counts %j as %i characters (LENGTH_CODEPOINTS)", (value, length) => {
    expect(decode(bounded(length, length === 0 ? 1 : length), value)).toBe(value);
    expect(() => decode(bounded(length + 1, undefined), value)).toThrow(refused("too-short"));
    if (length > 1) {
      expect(() => decode(bounded(undefined, length - 1), value)).toThrow(refused("too-long"));
    }
  });

  test("String has the length that the string iterator gives", () => {
    const units = fc.constantFrom("a", "é", "\ud83d", "\ude00", "\ud800", "\udfff", "\uffff");
    const bound = fc.option(fc.nat(12), { nil: undefined });
    fc.assert(
      fc.property(fc.array(units, { maxLength: 12 }), bound, bound, (chosen, min, max) => {
        const value = chosen.join("");
        const { length } = Array.from(value);
        if (length < (min ?? 0) || length > (max ?? Infinity)) {
          expect(() => decode(bounded(min, max), value)).toThrow(/expected a string of/);
        } else {
          expect(decode(bounded(min, max), value)).toBe(value);
        }
      }),
    );
  });

  test("String names the bounds and what was there", () => {
    expect(() => decode(bounded(2, 4), "😀")).toThrow("expected a string of 2 to 4 characters, found 1 character");
    expect(() => decode(bounded(undefined, 2), "abc")).toThrow("expected a string of at most 2 characters");
    expect(() => decode(bounded(1, undefined), "")).toThrow(
      "expected a string of at least 1 character, found 0 characters",
    );
    expect(() => decode(bounded(undefined, 1), "ab")).toThrow(
      "expected a string of at most 1 character, found 2 characters",
    );
    expect(() => decode(bounded(1, 1), "ab")).toThrow("expected a string of 1 character, found 2 characters");
  });

  test("String must match its pattern as well (WIRE-9)", () => {
    const slug = /^(?:[a-z]+|[0-9])$/u;
    expect(decode(bounded(1, 5, slug), "abc")).toBe("abc");
    for (const value of ["a1", "abc\n", ""]) {
      expect(() => decode(bounded(undefined, undefined, slug), value)).toThrow(refused("pattern"));
    }
  });

  test("String is not shown to the pattern if it is too long", () => {
    const never = /(?:)/;
    never.test = () => {
      throw new Error("the pattern ran");
    };
    expect(() => decode(bounded(undefined, 2, never), "abc")).toThrow(refused("too-long"));
  });

  test("String which takes the stack of the matcher does not match", () => {
    const pattern = /^(?:\/(.|[\r\n])*)$/u;
    expect(() => decode(bounded(undefined, undefined, pattern), `/${"a".repeat(4_200_000)}`)).toThrow(
      refused("pattern"),
    );
  });

  test("String may have a pattern that a regular expression would take years for", () => {
    const manyTimesMany: LinearPattern = ["[a]", [0, 2]]; // (a+)+
    const check: Check<string> = (value) => textLinear(value, 1, 100_000, manyTimesMany);
    expect(decode(check, "aaa")).toBe("aaa");
    expect(() => decode(check, 7)).toThrow(refused("wrong-type"));
    expect(() => decode(check, "")).toThrow(refused("too-short"));
    expect(() => decode(check, "a".repeat(100_001))).toThrow(refused("too-long"));
    expect(() => decode(check, `${"a".repeat(50_000)}!`)).toThrow(
      expect.objectContaining({
        code: "pattern",
        expected: "a string that matches its pattern",
        found: "one that does not",
      }),
    );
  });

  test("String is never repeated in the message, as it may be secret", () => {
    expect(() => decode(bounded(1, 5, /^(?:a)$/u), "hunter2")).not.toThrow("hunter2");
    expect(() => decode(bounded(1, 9, /^(?:a)$/u), "hunter2")).not.toThrow("hunter2");
  });
});

describe("Bytes", () => {
  test("Bytes are what encoding the bytes gives", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (value) => {
        const encoded = Buffer.from(value).toString("base64");
        expect(decode(bytes, encoded)).toBe(encoded);
      }),
    );
  });

  test("Bytes are refused exactly if decoding and encoding gives another text (B64_LENIENT)", () => {
    const symbol = fc.constantFrom("A", "B", "Q", "g", "w", "8", "+", "/", "=", "-", "_", "\n", " ", "é");
    fc.assert(
      fc.property(fc.array(symbol, { maxLength: 8 }), (symbols) => {
        const value = symbols.join("");
        if (Buffer.from(value, "base64").toString("base64") === value) {
          expect(decode(bytes, value)).toBe(value);
        } else {
          expect(() => decode(bytes, value)).toThrow(refused("bad-base64"));
        }
      }),
      { numRuns: 2000 },
    );
  });

  test.each(["!Q==", "Y!==", "!WI=", "Y!I=", "YW!=", "!WJj", "YW!j", "YWJ!"])(
    "Bytes consist of the letters of base64 at each place, unlike %j",
    (value) => {
      expect(() => decode(bytes, value)).toThrow(refused("bad-base64"));
    },
  );

  test.each(["YQ", "YQ=", "YR==", "YWJ=", "YQ==YQ==", "!!!!", "=", "==", "====", "A===", "Y-_=", "YQ==\n", " YQ=="])(
    "Bytes do not look like %j",
    (value) => {
      expect(() => decode(bytes, value)).toThrow(refused("bad-base64"));
    },
  );

  test("Bytes may be many", () => {
    const value = `${"AAAA".repeat(5_000_000)}YQ==`;
    expect(decode(bytes, value)).toBe(value);
  });
});

describe("Void", () => {
  const check: Check<unknown> = nothing;

  test("Void is null on the wire, or absent (WIRE-10)", () => {
    for (const strict of [false, true]) {
      expect(decode(check, null, { strict })).toBeUndefined();
      expect(decode(check, undefined, { strict })).toBeUndefined();
    }
  });

  test("Void drops what a lenient reader finds, and refuses it if strict or for sending", () => {
    for (const value of ["x", 0, false, {}, [null]]) {
      expect(decode(check, value)).toBeUndefined();
      expect(() => decode(check, value, { strict: true })).toThrow(refused("wrong-type"));
      expect(() => encode(check, value)).toThrow(expect.objectContaining({ name: "EncodeError", expected: "null" }));
    }
  });
});
