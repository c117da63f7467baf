import { transform } from "sucrase";
import type { PrintedFile } from "../../generator/code/module.js";
import type { CompiledProgram } from "../messages.js";

const known = new WeakMap<PrintedFile, string>();

/** Converts a module of the package to the body of a function with the parameters `require` and `exports`. */
export function moduleBody(file: PrintedFile): string {
  const body = known.get(file) ?? transform(file.text, { transforms: ["imports"], production: true }).code;
  known.set(file, body);
  return body;
}

/** Converts a TypeScript program, which may use `await`, to such a body. Types are removed, but not checked. */
export function compileProgram(code: string): CompiledProgram {
  try {
    const { code: script } = transform(code, { transforms: ["typescript", "imports"], production: true });
    return { script };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { problem: `The program has a syntax error: ${reason}.` };
  }
}
