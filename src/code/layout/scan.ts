import { NotPrintable } from "./not-printable.js";

/**
 * The index after what starts at an index of generated code: a bracket with all that it holds, a string, a regular
 * expression, a comment, an arrow, or else one character. A slash never divides, and `<` never compares.
 */
export function after(code: string, at: number): number {
  switch (kindAt(code, at)) {
    case quote:
      return afterQuoted(code, at);
    case slash:
      return code.charAt(at + 1) === "*" ? code.indexOf("*/", at) + 2 : afterRegExp(code, at);
    case equals:
      return code.charAt(at + 1) === ">" ? at + 2 : at + 1;
    case open:
      return afterBracket(code, at);
    default:
      return at + 1;
  }
}

/** The first index, from one on, of a text that stands in no bracket; -1 if there is none. */
export function find(code: string, wanted: string, from = 0): number {
  const first = wanted.charCodeAt(0);
  for (let at = from; at < code.length;) {
    if (code.charCodeAt(at) === first && code.startsWith(wanted, at)) {
      return at;
    }
    at = after(code, at);
  }
  return -1;
}

/** The parts of a text between separators that stand in no bracket. */
export function split(code: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = find(code, separator); at >= 0; at = find(code, separator, start)) {
    parts.push(code.slice(start, at));
    start = at + separator.length;
  }
  parts.push(code.slice(start));
  return parts;
}

/* What a character can be the beginning of. Numbers, for there is no quicker way to look at each of millions. */
const plain = 0;
const quote = 1;
const slash = 2;
const equals = 3;
const open = 4;
const close = 5;

const kinds = new Uint8Array(128);
for (const [characters, kind] of [
  ["\"'", quote],
  ["/", slash],
  ["=", equals],
  ["([{<", open],
  [")]}>", close],
] as const) {
  for (const character of characters) {
    kinds[character.charCodeAt(0)] = kind;
  }
}

function kindAt(code: string, at: number): number {
  return kinds[code.charCodeAt(at)] ?? plain;
}

function afterBracket(code: string, start: number): number {
  let depth = 1;
  for (let at = start + 1; at < code.length;) {
    switch (kindAt(code, at)) {
      case plain:
        at++;
        break;
      case open:
        depth++;
        at++;
        break;
      case close:
        depth--;
        at++;
        if (depth === 0) {
          return at;
        }
        break;
      default:
        at = after(code, at);
    }
  }
  throw new NotPrintable(code);
}

function afterQuoted(code: string, start: number): number {
  const mark = code.charAt(start);
  let end = code.indexOf(mark, start + 1);
  while (isEscaped(code, end)) {
    end = code.indexOf(mark, end + 1);
  }
  if (end < 0) {
    throw new NotPrintable(code);
  }
  return end + 1;
}

/** Whether an odd number of backslashes stands before an index. */
function isEscaped(code: string, at: number): boolean {
  let count = 0;
  while (code.charAt(at - 1 - count) === "\\") {
    count++;
  }
  return count % 2 === 1;
}

function afterRegExp(code: string, start: number): number {
  let inClass = false;
  let at = start + 1;
  for (; inClass || code.charAt(at) !== "/"; at++) {
    const char = code.charAt(at);
    if (char === "") {
      throw new NotPrintable(code);
    }
    if (char === "\\") {
      at++;
    } else if (char === "[") {
      inClass = true;
    } else if (char === "]") {
      inClass = false;
    }
  }
  return at + 1;
}
