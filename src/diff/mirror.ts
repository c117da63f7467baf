import type { Rule } from "./report.js";

/** The ends of the rules that are each other's reverse. */
const reverseEnds = [
  ["-added", "-removed"],
  ["-added-required", "-removed-required"],
  ["-added-optional", "-removed-optional"],
  ["-made-optional", "-made-required"],
  ["-widened", "-narrowed"],
  ["-opened", "-closed"],
  ["-omitted", "-unomitted"],
  ["-deprecated", "-undeprecated"],
  ["struct-became-tree", "tree-became-struct"],
] as const;

/** What a rule is called if the sides are exchanged; two names where it depends on the values. */
export function mirrorRules(rule: Rule): readonly string[] {
  if (rule === "auth-narrowed") {
    return ["auth-widened", "auth-narrowed"];
  }
  for (const [one, other] of reverseEnds) {
    if (rule.endsWith(one)) {
      return [rule.slice(0, -one.length) + other];
    }
    if (rule.endsWith(other)) {
      return [rule.slice(0, -other.length) + one];
    }
  }
  return [rule];
}
