import { checkLint } from "../../project/lint-settings.js";
import { UsageError } from "../../project/failure.js";
import { NotUtf8 } from "../../project/specs.js";
import { compileInput } from "../../project/compile-input.js";
import type { ConfigArguments } from "../../project/load-configured.js";
import { checkApiForPackage } from "../../project/check-api.js";
import { exitCode } from "../report/process.js";
import { reportExcessWarnings, withoutQuieted, type DiagnosticFormat, type WarningArguments } from "../options.js";
import { printOtherErrors } from "../report/other-errors.js";
import { printDiagnostics } from "../report/print-diagnostics.js";

export interface CheckArguments extends ConfigArguments, WarningArguments {
  readonly format: DiagnosticFormat;
}

/** Reports errors and warnings about specifications. Returns the exit code. */
export async function runCheck({ format, ...input }: CheckArguments): Promise<number> {
  const compiled = await compileInput(input, checkApiForPackage).catch((thrown: unknown) => {
    if (thrown instanceof NotUtf8) {
      printOtherErrors(thrown, format);
      throw new UsageError(thrown.message);
    }
    throw thrown;
  });
  const { api, diagnostics, files } = compiled;
  await checkLint(compiled.loaded?.config ?? {});
  if (api !== undefined && compiled.loaded?.config.lint?.inCheck === true) {
    const { lintInCheck } = await import("./lint-in-check.js");
    return lintInCheck(compiled, compiled.loaded, { format, ...input });
  }
  const shown = withoutQuieted(diagnostics, input);
  if (shown.length > 0 || input.quiet !== true || format === "json") {
    printDiagnostics(shown, files, format);
  }
  return reportExcessWarnings(diagnostics, input) || api === undefined ? exitCode.specIsWrong : exitCode.done;
}
