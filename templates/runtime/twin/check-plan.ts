import { nearestName } from "../codecs/nearest-name.js";
import { stringifyJson } from "../text/json.js";
import { isMembers } from "./data.js";
import { TwinError, type Plan } from "./outcome.js";

interface Member {
  readonly expected: string;
  readonly has: (value: unknown) => boolean;
}

const text: Member = { expected: "a string", has: (value) => typeof value === "string" };
const whole: Member = { expected: "a whole number", has: (value) => Number.isInteger(value) && isAmount(value) };
const any: Member = { expected: "a value", has: () => true };

const members: Readonly<Record<keyof Plan, Member>> = {
  route: text,
  times: whole,
  when: any,
  error: text,
  payload: any,
  message: {
    expected: "a string or an object with a text",
    has: (value) => typeof value === "string" || (isMembers(value) && typeof value["text"] === "string"),
  },
  status: {
    expected: "a whole number from 400 to 599",
    has: (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599,
  },
  retryAfter: { expected: "a number of seconds", has: isAmount },
  reason: text,
  delay: {
    expected: "a number of milliseconds, or a range such as [100, 300]",
    has: (value) => isAmount(value) || (Array.isArray(value) && value.length === 2 && value.every(isAmount)),
  },
  reset: { expected: "true or false", has: (value) => typeof value === "boolean" },
  disconnect: {
    expected: '"before", "body" or "after"',
    has: (value) => value === "before" || value === "body" || value === "after",
  },
  truncate: whole,
  failed: {
    expected: "a string, true or false",
    has: (value) => typeof value === "string" || typeof value === "boolean",
  },
  example: text,
};

/** Throws a {@link TwinError} for what is no plan: for members that a plan does not have, and for those of another kind. */
export function checkPlan(plan: unknown): asserts plan is Plan {
  if (!isMembers(plan) || typeof plan["route"] !== "string") {
    throw new TwinError('A plan is an object with a route, such as { "route": "files/get_metadata", "status": 500 }');
  }
  for (const [name, value] of Object.entries(plan)) {
    if (!isMember(name)) {
      const names = Object.keys(members);
      const nearest = nearestName(name, names);
      const hint =
        nearest === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${JSON.stringify(nearest)}?`;
      throw new TwinError(`A plan has no member ${JSON.stringify(name)}. ${hint}`);
    }
    const { expected, has } = members[name];
    if (value !== undefined && !has(value)) {
      throw new TwinError(`The member ${name} of a plan must be ${expected}, not ${stringifyJson(value)}`);
    }
  }
}

function isMember(name: string): name is keyof Plan {
  return Object.hasOwn(members, name);
}

function isAmount(value: unknown): boolean {
  return typeof value === "number" && value >= 0;
}
