import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import ts from "typescript";
import { transform } from "typia/lib/transform";

/** Compiles a TypeScript module that calls typia's functions, and writes the JavaScript next to it. */
export async function compileTypia(path: string, source: string): Promise<void> {
  await writeFile(path, source);
  const program = ts.createProgram([path], {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    skipLibCheck: true,
    types: [],
    outDir: dirname(path),
  });
  const problems: ts.Diagnostic[] = [];
  const before = [transform(program, {}, { addDiagnostic: (problem) => problems.push(problem) })];
  program.emit(undefined, undefined, undefined, undefined, { before });
  const [problem] = [...ts.getPreEmitDiagnostics(program), ...problems];
  if (problem !== undefined) {
    throw new Error(`typia: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`);
  }
}

/**
 * Returns the same JavaScript with each regular expression created only once. In typia's own output, each check creates
 * it again.
 */
export function hoistPatterns(code: string): string {
  const constants = new Map<string, string>();
  const body = code.replaceAll(/RegExp\((?:"(?:[^"\\]|\\.)*"|\/\(\.\*\)\/)\)/g, (expression) => {
    const name = constants.get(expression) ?? `pattern${constants.size}`;
    constants.set(expression, name);
    return name;
  });
  const declarations = [...constants].map(([expression, name]) => `const ${name} = ${expression};\n`);
  return [...declarations, body].join("");
}
