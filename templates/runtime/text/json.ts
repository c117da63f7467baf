import { readExactly } from "./exact-json.js";

/**
 * Matches 16 digits after a separator: a large integer, or a harmless part of a string or a float. The digits are written out,
 * because V8 takes ten times as long to search for `\d{16}`.
 */
const manyDigits = /(?:^|[:,[\s-])\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;

/** Matches a number with an exponent and the character after it, because digits before an `e` are frequent in strings. */
const positiveExponent = /\d[eE]\+?\d+(?:[,\s\]}]|$)/;

/**
 * Parses JSON like `JSON.parse`, but integers beyond ±(2^53-1), which `JSON.parse` rounds silently, become `bigint`, even
 * if they are written like `1e18`. Throws the engine's own SyntaxError.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return manyDigits.test(text) || positiveExponent.test(text) ? readExactly(text) : value;
}

/**
 * Returns JSON text like `JSON.stringify`, but a `bigint`, for which `JSON.stringify` throws, becomes an integer.
 * `undefined`, the value of a Void, becomes `null`.
 */
export function stringifyJson(value: unknown): string {
  // Some programs add a toJSON to BigInt, which usually returns a string, but services expect a number.
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

/** The functions that parse and write JSON. */
export interface JsonText {
  readonly parse: (text: string) => unknown;
  readonly stringify: (value: unknown) => string | undefined;
}

/** JSON with exact 64-bit integers: those beyond ±(2^53-1) are `bigint`. */
export const exactJson: JsonText = { parse: parseJson, stringify: stringifyJson };

/** Escapes JSON so that it consists of printable ASCII characters only, as the value of a header must. */
export function headerSafe(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** Writes each bigint as a string with a prefix that occurs nowhere else, then removes the prefix and the quotes. */
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
      const value = typeof this[key] === "bigint" ? this[key] : member; // a toJSON may have replaced the member
      return typeof value === "bigint" ? writeBigint(value) : value;
    };
  return value === undefined ? "null" : JSON.stringify(value, replace);
}

/**
 * Returns a key that is repeated in an object of a JSON text; undefined if there is none. `JSON.parse`, which returned `value`,
 * keeps the last value of a repeated key, but a proxy or gateway may have checked the first (RFC 8259, section 4).
 */
export function repeatedKey(text: string, value: unknown): string | undefined {
  // Counting is cheap. A difference is not a proof, because strings may contain colons or look like keys.
  const members = countMembers(value);
  if (countColons(text) === members || (text.match(/"\s*:/g)?.length ?? 0) === members) {
    return undefined;
  }
  let repeated: string | undefined;
  readExactly(text, (key) => (repeated ??= key));
  return repeated;
}

function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) {
    count++;
  }
  return count;
}

/**
 * Returns the number of members of all objects in a value. Iterative, because values may be nested more deeply than the call
 * stack allows.
 */
function countMembers(value: unknown): number {
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "object" && next !== null) {
      const members: unknown[] = Object.values(next);
      count += Array.isArray(next) ? 0 : members.length;
      for (const member of members) {
        if (typeof member === "object") {
          open.push(member);
        }
      }
    }
  }
  return count;
}
