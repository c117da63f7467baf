import type { Source } from "../source/source.js";
import { mostFindings, type Finding, type Report } from "./diagnostic.js";

/**
 * Adds to findings, of each item until there are {@link mostFindings}, so that none hides those of others; warnings take the
 * place of no error.
 */
export function limitedReport(findings: Finding[]): Report {
  const errors = new Map<Source, number>();
  return (finding) => {
    if (finding.severity === "error") {
      const count = (errors.get(finding.span.source) ?? 0) + 1;
      errors.set(finding.span.source, count);
      if (count > mostFindings) {
        return;
      }
    }
    findings.push(finding);
  };
}
