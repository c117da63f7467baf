import { NotPrintable } from "./not-printable.js";

/**
 * The index behind what begins at an index of generated code: a bracket with all that it holds, a string, a regular
 * expression, a comment, an arrow, or else one character. A slash never divides, and `<` never compares.
 */
export function after(code: string, at: number): number {
  switch (code.charAt(at)) {
    case '"':
    case "'":
      return afterQuoted(code, at);
    case "/":
      return code.charAt(at + 1) === "*" ? code.indexOf("*/", at) + 2 : afterRegExp(code, at);
    case "=":
      return code.charAt(at + 1) === ">" ? at + 2 : at + 1;
    case "(":
    case "[":
    case "{":
    case "<":
      return afterBracket(code, at);
    default:
      return at + 1;
  }
}

/** The first index, from one on, of a text that stands in no bracket; -1 if there is none. */
export function find(code: string, wanted: string, from = 0): number {
  const first = wanted.charAt(0);
  for (let at = from; at < code.length;) {
    if (code.charAt(at) === first && code.startsWith(wanted, at)) {
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

function afterBracket(code: string, open: number): number {
  let at = open + 1;
  while (at < code.length) {
    const char = code.charAt(at);
    if (char === ")" || char === "]" || char === "}" || char === ">") {
      return at + 1;
    }
    at = after(code, at);
  }
  throw new NotPrintable(code);
}

function afterQuoted(code: string, open: number): number {
  const quote = code.charAt(open);
  let at = open + 1;
  while (at < code.length && code.charAt(at) !== quote) {
    at += code.charAt(at) === "\\" ? 2 : 1;
  }
  return at + 1;
}

function afterRegExp(code: string, open: number): number {
  let inClass = false;
  let at = open + 1;
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
