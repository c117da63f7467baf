import { nearestName } from "../codecs/nearest-name.js";
import { stringifyJson } from "../text/json.js";
import { type Plan, TwinError } from "./outcome.js";
import type { TwinOptions } from "./options.js";
import { isObject } from "../codecs/composites.js";

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

const optionMembers: Readonly<Record<keyof TwinOptions, Member>> = {
  model: {
    expected: "a model made by defineModel",
    has: (value) => typeof value === "object" && value !== null,
  },
  seed: { expected: "a number", has: (value) => typeof value === "number" && !Number.isNaN(value) },
  items: nonNegativeInteger,
  polls: nonNegativeInteger,
  jobs: { expected: '"launched" or "immediate"', has: (value) => value === "launched" || value === "immediate" },
  echo: trueOrFalse,
  latencyMs: milliseconds,
  strict: trueOrFalse,
  around: {
    expected: "a function or a list of functions",
    has: (value) => [value].flat().every((each) => typeof each === "function"),
  },
  onCall: { expected: "a function", has: (value) => typeof value === "function" },
  webhook: {
    expected: "an object with `to` and `secret`",
    has: (value) => typeof value === "object" && value !== null && "to" in value && "secret" in value,
  },
  control: trueOrFalse,
};

/** Throws a {@link TwinError} for invalid values and for unknown options, for which it suggests the most similar name. */
export function checkOptions(options: unknown): void {
  if (typeof options !== "object" || options === null) {
    throw new TwinError("The options of a Twin are an object, such as { seed: 1 }");
  }
  checkMembers(options, optionMembers, "a Twin", "option");
}

const text: Member = { expected: "a string", has: (value) => typeof value === "string" };
const anyValue: Member = { expected: "a value", has: () => true };

const planMembers: Readonly<Record<keyof Plan, Member>> = {
  route: text,
  times: nonNegativeInteger,
  when: anyValue,
  error: text,
  payload: anyValue,
  message: {
    expected: "a string or an object with a text",
    has: (value) => typeof value === "string" || (isObject(value) && typeof value["text"] === "string"),
  },
  status: {
    expected: "an integer from 400 to 599",
    has: (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599,
  },
  retryAfter: { expected: "a number of seconds", has: isAmount },
  reason: text,
  delayMs: milliseconds,
  reset: trueOrFalse,
  disconnect: {
    expected: '"before", "body" or "after"',
    has: (value) => value === "before" || value === "body" || value === "after",
  },
  truncate: nonNegativeInteger,
  failed: {
    expected: "a string, true or false",
    has: (value) => typeof value === "string" || typeof value === "boolean",
  },
  example: text,
};

/** Throws a {@link TwinError} if a plan has unknown members or invalid values. */
export function checkPlan(plan: unknown): asserts plan is Plan {
  if (!isObject(plan) || typeof plan["route"] !== "string") {
    throw new TwinError('A plan is an object with a route, such as { "route": "files/get_metadata", "status": 500 }');
  }
  checkMembers(plan, planMembers, "a plan", "member");
}
