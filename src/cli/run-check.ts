import { compileInput, type InputArguments } from "./compile-input.js";
import { exitCode } from "./exit-code.js";
import type { Format } from "./format.js";
import { printDiagnostics } from "./print-diagnostics.js";

export interface CheckArguments extends Partial<InputArguments> {
  readonly format: Format;
}

/** Tells what is wrong with specifications; gives the exit code. */
export async function runCheck({ format, ...input }: CheckArguments): Promise<number> {
  const { api, diagnostics, files } = await compileInput(input);
  printDiagnostics(diagnostics, files, format);
  return api === undefined ? exitCode.specIsWrong : exitCode.done;
}
