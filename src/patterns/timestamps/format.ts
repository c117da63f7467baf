import { matchStart } from "../match.js";
import { isProblem, parsePattern } from "../parse.js";
import { remembered } from "../remembered.js";
import type { Pattern } from "../tree.js";
import { fields, shorthands } from "./directives.js";

/** Directive to the part of a value that it matches, such as `Y` to `2015`. */
export type Fields = ReadonlyMap<string, string>;

/** The problem with a format that matches no value at all, as a predicate whose subject is the format. */
interface BadFormat {
  readonly problem: string;
}

export type CompiledFormat = Pattern | BadFormat;

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
  const found = [...pattern.groupNames].map(([name, number]) => [name, match.groups[number] ?? ""] as const);
  return new Map(found);
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
