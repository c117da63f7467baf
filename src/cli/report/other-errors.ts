import { compile } from "../../compiler/compile.js";
import { NotUtf8 } from "../../project/specs.js";
import type { Format } from "./diagnostic-format.js";
import { printDiagnostics } from "./print-diagnostics.js";

/** Reports the other errors of specifications that are not all UTF-8. Does nothing for other failures. */
export function printOtherErrors(thrown: unknown, format: Format = "pretty"): void {
  if (thrown instanceof NotUtf8) {
    const errors = compile(thrown.files).diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0) {
      printDiagnostics(errors, thrown.files, format);
    }
  }
}
