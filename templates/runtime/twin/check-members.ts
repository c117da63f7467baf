import { nearestName } from "../codecs/nearest-name.js";
import { stringifyJson } from "../text/json.js";
import { TwinError } from "./outcome.js";

/** The requirement for a member: the end of a sentence, and whether a value satisfies it. */
export interface Member {
  readonly expected: string;
  readonly has: (value: unknown) => boolean;
}

export const nonNegativeInteger: Member = {
  expected: "an integer of at least 0",
  has: (value) => Number.isInteger(value) && isAmount(value),
};

export const trueOrFalse: Member = { expected: "true or false", has: (value) => typeof value === "boolean" };

export const milliseconds: Member = {
  expected: "a number of milliseconds, or a range such as [100, 300]",
  has: (value) => isAmount(value) || (Array.isArray(value) && value.length === 2 && value.every(isAmount)),
};

export function isAmount(value: unknown): boolean {
  return typeof value === "number" && value >= 0;
}

/**
 * Throws a {@link TwinError} for invalid values and for unknown members, for which it suggests the most similar name. `owner` and
 * `word` are parts of the message, as in `a plan` has no `member`.
 */
export function checkMembers(
  value: object,
  members: Readonly<Record<string, Member>>,
  owner: string,
  word: string,
): void {
  for (const [name, given] of Object.entries(value)) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined) {
      const names = Object.keys(members);
      const nearest = nearestName(name, names);
      const hint =
        nearest === undefined
          ? `${capital(word)}s are ${names.join(", ")}.`
          : `Did you mean ${JSON.stringify(nearest)}?`;
      throw new TwinError(`${capital(owner)} has no ${word} ${JSON.stringify(name)}. ${hint}`);
    }
    if (given !== undefined && !member.has(given)) {
      throw new TwinError(`The ${word} ${name} of ${owner} must be ${member.expected}, not ${show(given)}`);
    }
  }
}

function show(value: unknown): string {
  return typeof value === "function" ? "a function" : stringifyJson(value);
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
