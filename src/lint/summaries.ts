import { ignoreRules } from "./config.js";
import type { CustomRule } from "./rule.js";
import { rules } from "./rules.js";

/** Returns the summary of each rule, in the order of the documentation. */
export function ruleSummaries(custom: readonly CustomRule[]): ReadonlyMap<string, string> {
  return new Map([
    ...rules.map(({ id, summary }) => [id, summary] as const),
    ...Object.entries(ignoreRules),
    ...custom.map(({ id, doc }) => [id, doc] as const),
  ]);
}
