import { matchStart } from "../match.js";
import { isProblem, parsePattern } from "../parse.js";
import { remembered } from "../remembered.js";
import type { Pattern } from "../tree.js";

/** Directive to the part of a value that it matches, such as `Y` to `2015`. */
export type Fields = ReadonlyMap<string, string>;

/** The problem with a format that matches no value at all, as a predicate whose subject is the format. */
interface BadFormat {
  readonly problem: string;
}

type CompiledFormat = Pattern | BadFormat;

/** Compiles a format to a regular expression with a group for each directive, as Python's `strptime` does. */
export const compileFormat: (format: string) => CompiledFormat = remembered((format) => {
  const translated = translate(format);
  if (typeof translated !== "string") {
    return translated;
  }
  const pattern = parsePattern(`(?i)${translated}`);
  // Two groups cannot have the same name.
  return isProblem(pattern) ? { problem: "repeats a directive" } : pattern;
});

/** Returns the fields of a value; undefined unless the whole value matches the pattern. */
export function readFields(pattern: Pattern, text: string): Fields | undefined {
  const match = matchStart(pattern, text);
  if (typeof match === "string" || match.groups[0] !== text) {
    return undefined;
  }
  const fieldTexts = [...pattern.groupNames].map(([name, number]) => [name, match.groups[number] ?? ""] as const);
  return new Map(fieldTexts);
}

/** Matches a directive, white space by Python's definition, or another character. */
const token =
  /(?<directive>%[^]?)|(?<space>[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+)|[^]/gu;

function translate(format: string): string | BadFormat {
  let source = "";
  for (const { 0: text, groups } of format.matchAll(token)) {
    const part =
      groups?.["directive"] !== undefined
        ? translateDirective(text)
        : groups?.["space"] !== undefined
          ? "\\s+"
          : text.replace(/[$()*+.?[\\\]^{|}]/, "\\$&");
    if (typeof part !== "string") {
      return part;
    }
    source += part;
  }
  return source;
}

function translateDirective(text: string): string | BadFormat {
  const name = text.slice(1);
  const field = fields.get(name);
  if (field !== undefined) {
    return `(?P<${name}>${field})`;
  }
  const shorthand = shorthands.get(name);
  if (shorthand !== undefined) {
    return translate(shorthand);
  }
  switch (name) {
    case "%":
      return "%";
    case "":
      return { problem: "ends with a single %" };
    default:
      return { problem: `has the unknown directive ${text}` };
  }
}

/**
 * Directive to its regular expression in Python's `re`. The alternatives are in the same order as in Python's
 * `strptime`, so that digits are divided in the same way in formats without separators. The flag `a` excludes
 * characters that only look like the letters of a name.
 */
const fields: ReadonlyMap<string, string> = new Map([
  ["a", "(?a:wed|mon|tue|thu|fri|sat|sun)"],
  ["A", "(?a:wednesday|thursday|saturday|tuesday|monday|friday|sunday)"],
  ["b", "(?a:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"],
  ["B", "(?a:september|february|november|december|january|october|august|march|april|june|july|may)"],
  ["d", String.raw`3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9]`],
  ["f", "[0-9]{1,6}"],
  ["G", String.raw`\d\d\d\d`],
  ["H", String.raw`2[0-3]|[0-1]\d|\d`],
  ["I", "1[0-2]|0[1-9]|[1-9]"],
  ["j", String.raw`36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9]`],
  ["m", "1[0-2]|0[1-9]|[1-9]"],
  ["M", String.raw`[0-5]\d|\d`],
  ["p", "am|pm"],
  ["S", String.raw`6[0-1]|[0-5]\d|\d`],
  ["u", "[1-7]"],
  ["U", String.raw`5[0-3]|[0-4]\d|\d`],
  ["V", String.raw`5[0-3]|0[1-9]|[1-4]\d|\d`],
  ["w", "[0-6]"],
  ["W", String.raw`5[0-3]|[0-4]\d|\d`],
  ["y", String.raw`\d\d`],
  ["Y", String.raw`\d\d\d\d`],
  ["z", String.raw`[+-]\d\d:?[0-5]\d(:?[0-5]\d(\.\d{1,6})?)?|(?-i:Z)`],
  ["Z", "utc|gmt"],
]);

/** Directive to the format that it abbreviates, in the C locale. */
export const shorthands: ReadonlyMap<string, string> = new Map([
  ["c", "%a %b %d %H:%M:%S %Y"],
  ["x", "%m/%d/%y"],
  ["X", "%H:%M:%S"],
]);

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

export const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
] as const;
