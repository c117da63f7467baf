// The runtime of the package, written by Ashlar. Do not edit.

/** Bytes in Base64 (RFC 4648, section 4). */
export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Bytes in the alphabet for URLs, without padding (RFC 4648, section 5). */
export function base64Url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** An object or array that is being parsed. */
interface Open {
  readonly value: unknown[] | Record<string, unknown>;
  /** The last key, until its value has been read. */
  key: string | undefined;
  readonly outer: Open | undefined;
}

/**
 * Parses text that is known to be valid JSON: it is not validated. Integers beyond ±(2^53-1) become `bigint`, except
 * those beyond the range of floats, which become Infinity, as with `JSON.parse`. Iterative, because JSON may be nested
 * more deeply than the call stack allows. `onRepeatedKey` is called for repeated keys of an object; the last value is
 * kept.
 */
export function readExactly(text: string, onRepeatedKey?: (key: string) => void): unknown {
  const word = /[-+.\w]+/y; // a number, true, false, null
  const root: unknown[] = [];
  let open: Open = { value: root, key: undefined, outer: undefined };
  let at = 0;
  while (at < text.length) {
    switch (text[at]) {
      case "{":
      case "[": {
        const value = text[at] === "[" ? [] : {};
        put(open, value);
        open = { value, key: undefined, outer: open };
        at++;
        break;
      }
      case "}":
      case "]":
        open = open.outer ?? open;
        at++;
        break;
      case '"': {
        const end = endOfString(text, at);
        const string = readString(text.slice(at, end));
        if (Array.isArray(open.value) || open.key !== undefined) {
          put(open, string);
        } else {
          open.key = string;
          if (onRepeatedKey !== undefined && Object.hasOwn(open.value, string)) {
            onRepeatedKey(string);
          }
        }
        at = end;
        break;
      }
      default: {
        word.lastIndex = at;
        const match = word.exec(text);
        if (match !== null) {
          put(open, readWord(match[0]));
        }
        at += match?.[0].length ?? 1; // otherwise a separator
      }
    }
  }
  return root[0];
}

function put(open: Open, value: unknown): void {
  if (Array.isArray(open.value)) {
    open.value.push(value);
  } else if (open.key === "__proto__") {
    // An assignment would set the prototype.
    Object.defineProperty(open.value, open.key, { value, writable: true, enumerable: true, configurable: true });
  } else if (open.key !== undefined) {
    open.value[open.key] = value;
  }
  open.key = undefined;
}

/** The position after the closing quote of the string that starts at `at`. */
function endOfString(text: string, at: number): number {
  let quote = text.indexOf('"', at + 1);
  while (isEscaped(text, quote)) {
    quote = text.indexOf('"', quote + 1);
  }
  return quote + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") {
    backslashes++;
  }
  return backslashes % 2 === 1;
}

function readString(quoted: string): string {
  return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

function readWord(word: string): unknown {
  const number = Number(word);
  if (Number.isNaN(number)) {
    return JSON.parse(word); // true, false, null
  }
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? (exactInteger(word, number) ?? number) : number;
}

/**
 * The exact integer of a number literal, such as `1e18`. Undefined for numbers that only round to an integer, and for
 * numbers with an exponent beyond 64 bits: `1e300` is meant as a float.
 */
function exactInteger(word: string, number: number): bigint | undefined {
  const [, whole = "", fraction = "", exponent = "0"] = /^(-?\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(word) ?? [];
  if (whole === word) {
    return BigInt(word);
  }
  // The time to create a bigint is more than linear in its digits.
  if (Math.abs(number) > 2 ** 64 || word.length > 400) {
    return undefined;
  }
  const digits = BigInt(whole + fraction);
  const zeros = Number(exponent) - fraction.length;
  const scale = 10n ** BigInt(Math.abs(zeros));
  if (zeros >= 0) {
    return digits * scale;
  }
  return digits % scale === 0n ? digits / scale : undefined;
}

/**
 * Finds 16 digits after a separator: a large integer, or a harmless part of a string or a float. Spelled out, because
 * V8 searches `\d{16}` ten times as slowly.
 */
const manyDigits = /(?:^|[:,[\s-])\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;

/** Finds a number with an exponent, by what follows it, because digits and `e` are frequent in strings. */
const positiveExponent = /\d[eE]\+?\d+(?:[,\s\]}]|$)/;

/**
 * Parses JSON like `JSON.parse`, but integers beyond ±(2^53-1), which `JSON.parse` rounds silently, become `bigint`,
 * also if they are written like `1e18`. Throws the engine's own SyntaxError.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return manyDigits.test(text) || positiveExponent.test(text) ? readExactly(text) : value;
}

/**
 * Writes JSON like `JSON.stringify`, but a `bigint`, for which `JSON.stringify` throws, becomes an integer.
 * `undefined`, the value of a Void, becomes `null`.
 */
export function stringifyJson(value: unknown): string {
  // Some programs add a toJSON to bigint, usually one that returns a string, which services do not expect.
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

/** Parses and writes JSON. */
export interface JsonText {
  readonly parse: (text: string) => unknown;
  readonly stringify: (value: unknown) => string | undefined;
}

/** JSON with exact 64-bit integers: those beyond ±(2^53-1) are `bigint`. */
export const exactJson: JsonText = { parse: parseJson, stringify: stringifyJson };

/** JSON in printable ASCII, as the value of a header must be. */
export function headerSafe(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** Writes each bigint as a string with a prefix that occurs nowhere else, then removes prefix and quotes. */
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
 * A key that is repeated in an object of a JSON text; undefined if there is none. `JSON.parse`, which returned `value`,
 * keeps the last value of a repeated key, but a proxy or gateway may have checked the first (RFC 8259, section 4).
 */
export function repeatedKey(text: string, value: unknown): string | undefined {
  // Counting is cheap. Strings may contain colons or look like keys, so only a difference needs a closer look.
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
 * The number of members of all objects in a value. Iterative, because values may be nested more deeply than the call
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
