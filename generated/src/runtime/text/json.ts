import { readExactly } from "./exact-json.js";

/**
 * Finds 16 digits behind a separator: a big integer, or a harmless part of a string or a float. Spelled out because V8
 * can skip over single characters only: with `\d{16}` it takes ten times as long.
 */
const manyDigits = /(?:^|[:,[\s-])\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;

/** Finds a number with an exponent, by what stands behind it, as digits and `e` are frequent in strings. */
const positiveExponent = /\d[eE]\+?\d+(?:[,\s\]}]|$)/;

/**
 * Reads JSON like `JSON.parse`, which rounds integers beyond ±(2^53-1) without notice: here they are `bigint`, also if
 * they are spelled like `1e18`. Throws the engine's own SyntaxError.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return manyDigits.test(text) || positiveExponent.test(text) ? readExactly(text) : value;
}

/**
 * Writes JSON like `JSON.stringify`, which throws for a `bigint`: here it is a plain integer. `undefined`, the value of
 * a Void, is `null`.
 */
export function stringifyJson(value: unknown): string {
  // Some programs give bigint a toJSON of their own, mostly one that makes a string: not what a service expects.
  if (!("toJSON" in BigInt.prototype)) {
    try {
      return writeJson(value);
    } catch (thrown) {
      if (!(thrown instanceof TypeError)) {
        throw thrown;
      }
    }
  }
  return writeExactly(value);
}

/** Reads and writes JSON. */
export interface JsonText {
  readonly parse: (text: string) => unknown;
  readonly stringify: (value: unknown) => string | undefined;
}

/** JSON in which integers of 64 bits are exact: those beyond ±(2^53-1) are `bigint`. */
export const exactJson: JsonText = { parse: parseJson, stringify: stringifyJson };

/** JSON in printable ASCII, as the value of a header must be. */
export function headerSafe(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** Writes each bigint as a string that begins with a mark which occurs nowhere else, and then takes both off. */
function writeExactly(value: unknown): string {
  const tildes = writeJson(value, () => 0).match(/~+/g) ?? [];
  const mark = "~".repeat(tildes.reduce((longest, run) => Math.max(longest, run.length), 0) + 1);
  const marked = writeJson(value, (bigint) => `${mark}${String(bigint)}`);
  return marked.replace(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1");
}

function writeJson(value: unknown, writeBigint?: (value: bigint) => unknown): string {
  const replace =
    writeBigint &&
    function (this: Record<string, unknown>, key: string, member: unknown): unknown {
      const value = typeof this[key] === "bigint" ? this[key] : member; // a toJSON has changed the member
      return typeof value === "bigint" ? writeBigint(value) : value;
    };
  return value === undefined ? "null" : JSON.stringify(value, replace);
}
