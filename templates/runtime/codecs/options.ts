import { nearestName } from "./nearest-name.js";
import { own } from "./composites.js";
import { describeKind } from "./describe-kind.js";
import { shorten } from "./codec-error.js";

/** Throws a TypeError for an option that does not exist: callers without TypeScript would not notice that it is ignored. */
export function checkOptionNames(options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw unknownOption(unknown, names);
  }
}

/** Returns the error for an option that does not exist. */
export function unknownOption(unknown: string, names: readonly string[], prefix = ""): TypeError {
  const nearest = nearestName(unknown, names);
  const hint =
    nearest === undefined
      ? `The options are ${names.map((name) => prefix + name).join(", ")}.`
      : `Did you mean ${prefix}${nearest}?`;
  return new TypeError(`There is no option ${prefix}${unknown}. ${hint}`);
}

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
