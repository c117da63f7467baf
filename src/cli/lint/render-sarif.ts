import { ruleSummaries } from "../../lint/summaries.js";
import type { LintFinding } from "../../lint/finding.js";

/** Converts findings to the Static Analysis Results Interchange Format (SARIF 2.1.0), for code scanning services. */
export function toSarif(findings: readonly LintFinding[]): object {
  const summaries = ruleSummaries([]);
  const ids = [...new Set(findings.map(({ code }) => code))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Ashlar",
            rules: ids.map((id) => ({ id, shortDescription: { text: summaries.get(id) ?? id } })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => ({
          ruleId: finding.code,
          ruleIndex: ids.indexOf(finding.code),
          level: finding.severity === "info" ? "note" : finding.severity,
          message: { text: finding.help === undefined ? finding.message : `${finding.message} ${finding.help}` },
          partialFingerprints: { target: finding.target },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(finding.file.replaceAll("\\", "/")) },
                region: {
                  startLine: finding.line,
                  startColumn: finding.column,
                  endLine: finding.endLine,
                  endColumn: finding.endColumn,
                },
              },
              logicalLocations: [{ fullyQualifiedName: finding.target }],
            },
          ],
        })),
      },
    ],
  };
}
