import type { Rule } from "../../diff/report.js";

/** Whether a rule concerns only documentation and examples. Its findings are shown to people only with `--docs`. */
export function isAboutDocs(rule: Rule): boolean {
  return rule === "doc-changed" || rule === "example-changed";
}
