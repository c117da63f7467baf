import type { ShownDiagnostic } from "../../text/diagnostics/diagnostic.js";
import { lintAnalysis } from "../../lint/lint-files.js";
import type { CompiledInput } from "../../project/compile-input.js";
import { findIgnored } from "../../project/ignored-files.js";
import type { LoadedConfig } from "../../project/load-config.js";
import { exitCode } from "../report/process.js";
import { readBaseline } from "../../project/lint-settings.js";
import { baselinePath, chooseRules } from "../lint/choice.js";
import { reportExcessWarnings, type DiagnosticFormat, type WarningArguments } from "../options.js";
import { printDiagnostics } from "../report/print-diagnostics.js";

/**
 * Lints specifications as configured, and reports the findings together with compiler warnings. Returns the exit code.
 */
export async function lintInCheck(
  compiled: CompiledInput,
  loaded: LoadedConfig,
  args: WarningArguments & { readonly format: DiagnosticFormat },
): Promise<number> {
  const { analysis, files, diagnostics } = compiled;
  const config = loaded.config.lint ?? {};
  const path = baselinePath({}, config, loaded);
  const baseline = path === undefined ? undefined : readBaseline(path);
  const ignored = await findIgnored(files.map((file) => file.path));
  const options = { ...chooseRules({}, config, loaded), ignored, ...(baseline && { baseline }) };
  const all: ShownDiagnostic[] = [...diagnostics, ...lintAnalysis(analysis, files, options).findings];
  const shown = all.filter(({ severity }) => severity === "error" || (severity === "warning" && args.quiet !== true));
  if (shown.length > 0 || args.quiet !== true || args.format === "json") {
    printDiagnostics(args.format === "json" ? all : shown, files, args.format);
  }
  const hasError = all.some(({ severity }) => severity === "error");
  return reportExcessWarnings(all, args) || hasError ? exitCode.specIsWrong : exitCode.done;
}
