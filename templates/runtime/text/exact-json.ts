/** An object or array that is being parsed. */
interface Open {
  readonly value: unknown[] | Record<string, unknown>;
  /** The last key, until its value has been read. */
  key: string | undefined;
  readonly outer: Open | undefined;
}

/**
 * Parses JSON, which must be valid, because it is not checked. Integers beyond ±(2^53-1) become `bigint`, except those beyond
 * the range of floats and those that {@link exactInteger} does not convert: as with `JSON.parse`, these become numbers.
 * Iterative, because JSON may be nested more deeply than the call stack allows. `onRepeatedKey` is called for each repeated
 * key of an object, whose last value is used.
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
        at += match?.[0].length ?? 1; // or skips a separator
      }
    }
  }
  return root[0];
}

function put(open: Open, value: unknown): void {
  if (Array.isArray(open.value)) {
    open.value.push(value);
  } else if (open.key === "__proto__") {
    // Not assigned: an assignment to `__proto__` would set the prototype.
    Object.defineProperty(open.value, open.key, { value, writable: true, enumerable: true, configurable: true });
  } else if (open.key !== undefined) {
    open.value[open.key] = value;
  }
  open.key = undefined;
}

/** Returns the position after the closing quote of the string that starts at `at`. */
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
 * Returns the exact value of a number literal that is an integer, such as `1e18`. Undefined for literals that only round to an
 * integer, and for literals beyond 64 bits with a fraction or an exponent: `1e300` is meant as a float.
 */
function exactInteger(word: string, number: number): bigint | undefined {
  const [, whole = "", fraction = "", exponent = "0"] = /^(-?\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(word) ?? [];
  if (whole === word) {
    return BigInt(word);
  }
  // Limited, because the time to create a bigint grows faster than its number of digits.
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
