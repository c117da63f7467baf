import { checkMembers, isAmount, milliseconds, trueOrFalse, nonNegativeInteger, type Member } from "./check-members.js";
import { isMembers } from "./data.js";
import { TwinError, type Plan } from "./outcome.js";

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
    has: (value) => typeof value === "string" || (isMembers(value) && typeof value["text"] === "string"),
  },
  status: {
    expected: "an integer from 400 to 599",
    has: (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599,
  },
  retryAfter: { expected: "a number of seconds", has: isAmount },
  reason: text,
  delay: milliseconds,
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
  if (!isMembers(plan) || typeof plan["route"] !== "string") {
    throw new TwinError('A plan is an object with a route, such as { "route": "files/get_metadata", "status": 500 }');
  }
  checkMembers(plan, planMembers, "a plan", "member");
}
