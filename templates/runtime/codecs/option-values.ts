import { own } from "./composites.js";
import { describeKind } from "./describe-kind.js";
import { unknownOption } from "./option-names.js";
import { shorten } from "./shorten.js";

/** The kinds of values that options can have, in words, such as `a string or a function`. */
export type OptionKinds = Readonly<Record<string, string>>;

/**
 * Throws a TypeError for an option that does not exist, and for a value of an incorrect kind, which callers without
 * TypeScript would not notice. Undefined is accepted.
 */
export function checkOptions(options: object, kinds: OptionKinds, prefix = ""): void {
  for (const [name, value] of Object.entries(options)) {
    const expected = own(kinds, name) as string | undefined;
    if (expected === undefined) {
      throw unknownOption(name, Object.keys(kinds), prefix);
    }
    if (value !== undefined && !isOfKind(value, expected)) {
      throw wrongKind(`The option ${prefix}${name}`, expected, value);
    }
  }
}

/** Returns whether `kind` has a word for the value: its type or, for a literal, the value itself. */
function isOfKind(value: unknown, kind: string): boolean {
  return typeof value === "number"
    ? kind.includes("number") && (kind.includes("positive") ? value > 0 : value >= 0)
    : kind.includes(describeKind(value)) || kind.includes(show(value));
}

/** Returns the error for a value that is not of the `expected` kind. */
export function wrongKind(subject: string, expected: string, value: unknown): TypeError {
  return new TypeError(`${subject} must be ${expected}, not ${show(value)}`);
}

/** Strings are shortened: they may be secret. */
function show(value: unknown): string {
  if (typeof value === "string") {
    return `"${shorten(value, 8)}"`;
  }
  return Object(value) === value ? describeKind(value) : String(value);
}
