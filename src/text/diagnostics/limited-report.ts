import type { Source } from "../source.js";
import { maxFindings, type Finding, type Report } from "./diagnostic.js";

/**
 * Returns a function that adds a finding to `findings`, except for errors beyond the first {@link maxFindings} of each
 * item, so that no item hides the errors of others. Warnings do not count.
 */
export function limitedReport(findings: Finding[]): Report {
  const errors = new Map<Source, number>();
  return (finding) => {
    if (finding.severity === "error") {
      const count = (errors.get(finding.span.source) ?? 0) + 1;
      errors.set(finding.span.source, count);
      if (count > maxFindings) {
        return;
      }
    }
    findings.push(finding);
  };
}
