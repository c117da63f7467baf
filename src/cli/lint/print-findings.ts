import type { LintFinding } from "../../lint/rule.js";
import { ruleSummaries } from "../../lint/summaries.js";
import { renderGithub } from "../../text/diagnostics/render-github.js";
import type { SourceFile } from "../../text/source.js";
import { fromRoot } from "../report/annotation.js";
import { renderPretty } from "../report/print-diagnostics.js";
import { usesColor } from "../report/process.js";
import type { LintFormat } from "../options.js";

/**
 * Prints findings. JSON and SARIF are written to standard output, because they are results, and everything else to
 * standard error.
 */
export function printFindings(
  findings: readonly LintFinding[],
  files: readonly SourceFile[],
  { format, verbose }: { readonly format: LintFormat; readonly verbose: boolean },
): void {
  switch (format) {
    case "json":
      process.stdout.write(`${JSON.stringify(findings, undefined, 2)}\n`);
      break;
    case "sarif":
      process.stdout.write(`${JSON.stringify(toSarif(fromRoot(findings)), undefined, 2)}\n`);
      break;
    case "github":
      process.stderr.write(fromRoot(findings).map(renderGithub).join(""));
      break;
    case "pretty": {
      process.stderr.write(
        renderPretty(findings, files, {
          color: usesColor(process.stderr, process.env),
          command: "lint",
          isHidden: ({ severity }) => severity === "info" && !verbose,
        }),
      );
      // In a terminal, users are told how to see the other findings. In logs and tests, the summary comes last.
      if (process.stderr.isTTY && !verbose && findings.some(({ severity }) => severity === "info")) {
        process.stderr.write("Use --verbose to see findings of severity info.\n");
      }
      break;
    }
  }
}

/** Converts findings to the Static Analysis Results Interchange Format (SARIF 2.1.0), for code scanning services. */
function toSarif(findings: readonly LintFinding[]): object {
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
