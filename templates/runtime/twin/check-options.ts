import { checkMembers, milliseconds, trueOrFalse, nonNegativeInteger, type Member } from "./check-members.js";
import type { TwinOptions } from "./options.js";
import { TwinError } from "./outcome.js";

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
  latency: milliseconds,
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
