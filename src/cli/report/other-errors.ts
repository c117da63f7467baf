import { compile } from "../../compiler/compile.js";
import { NotUtf8 } from "../../project/specs.js";
import type { DiagnosticFormat } from "../options.js";
import { printDiagnostics } from "./print-diagnostics.js";

/** If the failure is that some specifications are not UTF-8, reports the other errors in all of them. */
export function printOtherErrors(thrown: unknown, format: DiagnosticFormat = "pretty"): void {
  if (thrown instanceof NotUtf8) {
    const errors = compile(thrown.files).diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0) {
      printDiagnostics(errors, thrown.files, format);
    }
  }
}
