import { renderGithub } from "../../text/diagnostics/render-github.js";
import type { LintFinding } from "../../lint/finding.js";
import type { SourceFile } from "../../text/source.js";
import type { LintFormat } from "./format.js";
import { fromRoot } from "../report/annotation.js";
import { renderPretty } from "../report/print-diagnostics.js";
import { toSarif } from "./render-sarif.js";
import { usesColor } from "../report/terminal.js";

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
