import type { Rule } from "./report.js";

/** Pairs of endings that turn a rule name into that of the reverse rule. */
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

/** Returns the rule that applies with the sides swapped; two rules if it depends on the values. */
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
