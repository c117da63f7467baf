import { ts } from "ts-morph";
import type { PrintedFile } from "./print.js";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  verbatimModuleSyntax: true,
  strict: true,
};

/**
 * The JavaScript and the declarations of a module. Each module is looked at alone: generated code states every type
 * that others see, so that no type checker is needed.
 */
export function transpile({ path, text }: PrintedFile): PrintedFile[] {
  const stem = path.replace(/^src\//, "dist/").replace(/\.ts$/, "");
  const script = ts.transpileModule(text, { fileName: path, compilerOptions: options });
  const declaration = ts.transpileDeclaration(text, { fileName: path, compilerOptions: options });
  const problem = [...(script.diagnostics ?? []), ...(declaration.diagnostics ?? [])][0];
  if (problem !== undefined) {
    throw new Error(`${path} cannot be transpiled: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`);
  }
  return [
    { path: `${stem}.js`, text: script.outputText },
    { path: `${stem}.d.ts`, text: declaration.outputText },
  ];
}
