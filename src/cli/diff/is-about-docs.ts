import type { Rule } from "../../diff/report.js";

/** Whether a rule is about documentation and examples only, which reports for people list with `--docs`. */
export function isAboutDocs(rule: Rule): boolean {
  return rule === "doc-changed" || rule === "example-changed";
}
