import type { Source } from "../source/source.js";
import type { Finding, Report } from "./diagnostic.js";

/**
 * How many errors are reported of an item by one pass, and of the syntax of a file. Where there are more, it is no
 * specification, and each takes a thousand times the memory of what it is about.
 */
export const mostFindings = 10_000;

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
