import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { readExactly } from "../../../templates/runtime/text/exact-json.js";
import { headerSafe, parseJson, stringifyJson } from "../../../templates/runtime/text/json.js";
import { expectToEnd } from "../../support/expect-to-end.js";

const space = fc.constantFrom("", "", "", " ", "\n", "\t", "\r ");

/** JSON as people and machines write it: any spelling of numbers, escapes and blanks, keys twice. */
const jsonText = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom("null", "true", "false", "0", "-0", "1e400", "-1E-400", "9007199254740991", "-9007199254740991"),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((number) => JSON.stringify(number))
      .filter((text) => !Number.isInteger(Number(text)) || Math.abs(Number(text)) < 2 ** 53),
    fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
    fc.constantFrom('"\\u005c\\""', '"\\\\"', '"\\/\\b"', '"9007199254740993"', '",9007199254740993"', "1.5e3", "2E+2"),
    tie("list"),
    tie("object"),
  ),
  list: fc
    .array(fc.tuple(space, tie("value"), space))
    .map((items) => `[${items.map((item) => item.join("")).join(",")}]`),
  object: fc
    .array(fc.tuple(fc.constantFrom('"a"', '"b"', '""', '"__proto__"', '"\\u0061"'), space, tie("value")))
    .map((members) => `{${members.map(([key, blank, value]) => `${key}${blank}:${blank}${value}${blank}`).join(",")}}`),
})).value;

describe("parseJson", () => {
  test.each([
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", 9007199254740992n],
    ["9007199254740993", 9007199254740993n],
    ["-9007199254740991", -9007199254740991],
    ["-9007199254740992", -9007199254740992n],
    ["18446744073709551615", 18446744073709551615n],
    ["18446744073709551616", 18446744073709551616n],
    [" \n18446744073709551615\t", 18446744073709551615n],
    ["-9223372036854775808", -9223372036854775808n],
    ["1".repeat(309), BigInt("1".repeat(309))],
    ["1".repeat(310), Infinity],
    ["1e18", 10n ** 18n],
    ["-1E+19", -(10n ** 19n)],
    ["9007199254740993.0", 9007199254740993n],
    ["9007199254740993e1", 90071992547409930n],
    ["0.009007199254740993e18", 9007199254740993n],
    ["90071992547409930000e-4", 9007199254740993n],
    [`9007199254740993.${"0".repeat(500)}`, 9007199254740992],
    ["9007199254740993.5", 9007199254740994],
    ["90071992547409935e-1", 9007199254740994],
    ["1e-18", 1e-18],
    ["1e15", 1e15],
    ["1e18 ", 10n ** 18n],
    ["18446744073709551616e0", 18446744073709551616n],
    ["1.9e19", 1.9e19], // beyond 64 bits
    ["1e22", 1e22],
    ["1.5e300", 1.5e300],
    ["1e400", Infinity],
    ["0e400", 0],
    ["0.9007199254740993", 0.9007199254740993],
    ['"9007199254740993"', "9007199254740993"],
    ['"id: 9007199254740993"', "id: 9007199254740993"],
  ])("parseJson reads %s without rounding an integer (FLOAT_TOKEN_FOR_INT)", (text, value) => {
    expect(parseJson(text)).toBe(value);
  });

  test("parseJson finds big integers in every place", () => {
    const text = `[9007199254740993,-9007199254740993 ,{"a":9007199254740993,"b": [ 9007199254740993],"c":\t9007199254740993}]`;
    expect(parseJson(text)).toEqual([
      9007199254740993n,
      -9007199254740993n,
      { a: 9007199254740993n, b: [9007199254740993n], c: 9007199254740993n },
    ]);
    const number = 9007199254740993n;
    for (const blank of ["", " ", "\n", "\r", "\t"]) {
      for (const written of ["9007199254740993", "9007199254740993e0", "90071992547409930e-1"]) {
        const value = blank + written + blank;
        expect(parseJson(value)).toBe(number);
        expect(parseJson(`[${value}]`)).toEqual([number]);
        expect(parseJson(`[0,${value}]`)).toEqual([0, number]);
        expect(parseJson(`{"a":${value}}`)).toEqual({ a: number });
        expect(parseJson(`{"a":${value.replace("9", "-9")},"b":0}`)).toEqual({ a: -number, b: 0 });
      }
      expect(parseJson(`[1e18${blank}]`)).toEqual([10n ** 18n]);
      expect(parseJson(`{"a":1e18${blank},"b":1e18${blank}}`)).toEqual({ a: 10n ** 18n, b: 10n ** 18n });
    }
  });

  test("parseJson knows where a string with backslashes ends", () => {
    for (let count = 0; count < 8; count++) {
      const value = ["\\".repeat(count), `${"\\".repeat(count)}"`, '"'.repeat(count)];
      expect(parseJson(JSON.stringify(value).replace("[", "[9007199254740993,"))).toEqual([
        9007199254740993n,
        ...value,
      ]);
    }
  });

  test("parseJson agrees with JSON.parse on all JSON without big integers", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(parseJson(text)).toStrictEqual(JSON.parse(text));
        expect(readExactly(text)).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: 1000 },
    );
  });

  test("parseJson keeps __proto__ and its like as members of their own", () => {
    const text = '{"__proto__":{"x":1},"constructor":9007199254740993,"__proto__":[2]}';
    const value = parseJson(text) as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value)).toEqual([
      ["__proto__", [2]],
      ["constructor", 9007199254740993n],
    ]);
    const properties = Object.getOwnPropertyDescriptors(value) as Record<string, PropertyDescriptor>;
    expect(properties["__proto__"]).toEqual({ value: [2], writable: true, enumerable: true, configurable: true });
  });

  test("parseJson lets the last of equal keys count (WIRE-2)", () => {
    expect(parseJson('{"a":[9007199254740993],"b":1,"\\u0061":2}')).toEqual({ a: 2, b: 1 });
  });

  test.each([
    "",
    " ",
    "[9007199254740993",
    "[9007199254740993,]",
    "{'a':9007199254740993}",
    "09007199254740993",
    "NaN",
    "[Infinity, 9007199254740993]",
    "9007199254740993 1",
    "1_0",
    "+9007199254740993",
    '"\n9007199254740993"',
    "\ufeff1",
  ])("parseJson refuses %j in the engine's words (JSON_NAN)", (text) => {
    let expected: unknown;
    try {
      JSON.parse(text);
    } catch (thrown) {
      expected = thrown;
    }
    expect(expected).toBeInstanceOf(SyntaxError);
    expect(() => parseJson(text)).toThrow(expected);
  });

  test("parseJson reads what is nested a million levels deep", () => {
    const depth = 1_000_000;
    let value = parseJson(`${"[".repeat(depth)}9007199254740993${"]".repeat(depth)}`);
    for (let level = 0; level < depth; level++) {
      value = (value as unknown[])[0];
    }
    expect(value).toBe(9007199254740993n);
  });

  test.each([
    ["a long number", `[${"9".repeat(3_000_000)},9007199254740993]`],
    ["many backslashes", `["${"\\\\".repeat(1_000_000)}",9007199254740993]`],
    ["many quotes", `["${'\\"'.repeat(1_000_000)}",9007199254740993]`],
    ["many blanks", `[${" ".repeat(3_000_000)}9007199254740993]`],
    ["many exponents", `[${"1e1,".repeat(1_000_000)}9007199254740993]`],
    ["long exponents", `["${`1e${"1".repeat(1000)} `.repeat(1000)}"]`],
    ["a long fraction", `[9007199254740993.${"0".repeat(3_000_000)}]`],
    [
      "many digits in strings",
      `["${"1".repeat(3_000_000)}",${'":1111111111111111x",'.repeat(100_000)}9007199254740993]`,
    ],
  ])("parseJson takes linear time for %s", (_, text) => {
    expectToEnd(() => parseJson(text));
  });
});

const jsonWithBigints = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.bigInt().filter((value) => !Number.isSafeInteger(Number(value))),
    fc.integer(),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((value) => !Object.is(value, -0) && Math.abs(value) < 1e15),
    fc.string({ unit: "binary" }),
    fc.constantFrom("~", "~~5", '"~5"', "~-1\\"),
    fc.constantFrom(null, true, false),
    fc.array(tie("value")),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("~1", '"~~2"', "__proto__")), tie("value")),
  ),
})).value;

describe("stringifyJson", () => {
  test.each([
    [9007199254740993n, "9007199254740993"],
    [-1n, "-1"],
    [{ a: [1n, "~1", 2], "~": "1" }, '{"a":[1,"~1",2],"~":"1"}'],
    [{ a: undefined, b: [undefined, 1n] }, '{"b":[null,1]}'],
    [{ at: new Date(0), size: 1n }, '{"at":"1970-01-01T00:00:00.000Z","size":1}'],
    [{ toJSON: () => 5n }, "5"],
    [undefined, "null"],
    [null, "null"],
    ["é\ud800", '"é\\ud800"'],
  ])("stringifyJson writes bigints as integers and all else like JSON.stringify: %o", (value, text) => {
    expect(stringifyJson(value)).toBe(text);
  });

  test("stringifyJson writes what parseJson reads", () => {
    fc.assert(
      fc.property(jsonWithBigints, (value) => {
        expect(parseJson(stringifyJson(value))).toEqual(value);
      }),
      { numRuns: 1000 },
    );
  });

  test("stringifyJson agrees with JSON.stringify on values without bigints", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stringifyJson(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  test("stringifyJson refuses cycles like JSON.stringify", () => {
    const value: unknown[] = [1n];
    value.push(value);
    expect(() => stringifyJson(value)).toThrow(TypeError);
    expect(() => stringifyJson(value)).toThrow(/circular/i);
  });
});

describe("a program that gives bigint a toJSON", () => {
  afterEach(() => {
    Reflect.deleteProperty(BigInt.prototype, "toJSON");
  });

  test("a program that gives bigint a toJSON still sends integers", () => {
    Object.defineProperty(BigInt.prototype, "toJSON", { value: () => "a string", configurable: true });
    expect(JSON.stringify([1n])).toBe('["a string"]');
    expect(stringifyJson({ size: 9007199254740993n })).toBe('{"size":9007199254740993}');
  });
});

describe("headerSafe", () => {
  test.each([
    [{ path: "/é😀" }, '{"path":"/\\u00e9\\ud83d\\ude00"}'],
    ["\u007f\u0080\uffff", '"\\u007f\\u0080\\uffff"'],
    ["\n\u0001\ud800", '"\\n\\u0001\\ud800"'],
    [9007199254740993n, "9007199254740993"],
    [undefined, "null"],
  ])("headerSafe escapes from DEL on (HTTP-8): %o", (value, text) => {
    expect(headerSafe(stringifyJson(value))).toBe(text);
  });

  test("headerSafe is printable ASCII, and the same JSON", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        expect(headerSafe(stringifyJson(value))).toMatch(/^[\x20-\x7e]*$/);
        expect(JSON.parse(headerSafe(stringifyJson(value)))).toBe(value);
      }),
    );
  });
});
