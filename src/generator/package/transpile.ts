import { format } from "prettier";
import { ts } from "ts-morph";
import { spaced, style } from "./print.js";
import type { PrintedFile } from "../code/module.js";

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
 * Returns the JavaScript and the declarations of a module, formatted. Each module is transpiled in isolation, without a type
 * checker, because generated code declares the types of all exports.
 */
export async function transpile({ path, text }: PrintedFile): Promise<PrintedFile[]> {
  const stem = path.replace(/^src\//, "dist/").replace(/\.ts$/, "");
  const script = ts.transpileModule(text, { fileName: path, compilerOptions: options });
  const declaration = ts.transpileDeclaration(text, { fileName: path, compilerOptions: options });
  const problem = [...(script.diagnostics ?? []), ...(declaration.diagnostics ?? [])][0];
  if (problem !== undefined) {
    throw new Error(`${path} cannot be transpiled: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`);
  }
  const [header = ""] = /^\/\/ .*\n/.exec(text) ?? [];
  return [
    { path: `${stem}.js`, text: await formatted(script.outputText, header, `${stem}.js`) },
    { path: `${stem}.d.ts`, text: await formatted(withoutDoubles(declaration.outputText), header, `${stem}.d.ts`) },
  ];
}

/** Removes duplicate declarations of static methods like `[Symbol.hasInstance]`, which TypeScript 6.0 also declares as properties: an error in 5.9. */
function withoutDoubles(declarations: string): string {
  return declarations.replace(/^ +static (\[Symbol\.\w+\]): .*;\n(?=[^]*^ +static \1\()/gm, "");
}

/** Returns the CommonJS version of an ES module, formatted. */
export async function transpileCommonJs(text: string): Promise<string> {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
  const { outputText } = ts.transpileModule(text, { fileName: "module.js", compilerOptions });
  return format(outputText, { ...style, parser: "babel" });
}

/** Formats the output of TypeScript, and restores the header of the module, which TypeScript sometimes drops. */
function formatted(code: string, header: string, path: string): Promise<string> {
  const text = header + (code.startsWith(header) ? code.slice(header.length) : code);
  // TypeScript prints each member of an object type on its own line, regardless of the source.
  return format(spaced(text), { ...style, objectWrap: "collapse", filepath: path });
}
