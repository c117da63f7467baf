import { posix } from "node:path";
import ts from "typescript";
import type { PrintedFile } from "../../src/code/printed-file.js";

/** Every flag that a strict project may have set. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  types: [],
  noEmit: true,
  strict: true,
  skipDefaultLibCheck: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
};

/** Whether a file belongs to the runtime, which is the same in every package. */
const runtime = /^\/\d+\/src\/runtime\//;

/**
 * The type errors in the sources of packages, as text. All packages are checked in one program and share one runtime,
 * so that a package costs only what it adds.
 */
export function typeErrors(packages: readonly (readonly PrintedFile[])[]): string[] {
  const texts = new Map<string, string>();
  for (const [index, files] of packages.entries()) {
    for (const { path, text } of files.filter(({ path }) => path.startsWith("src/"))) {
      texts.set(shared(`/${index}/${path}`), text);
    }
  }
  const disk = ts.createCompilerHost(options);
  const host = ts.createCompilerHost(options);
  host.getSourceFile = (path, settings, ...others) => {
    const text = texts.get(path);
    return text === undefined
      ? disk.getSourceFile(path, settings, ...others)
      : ts.createSourceFile(path, text, { ...(typeof settings === "object" ? settings : {}), languageVersion: ts.ScriptTarget.ES2022, impliedNodeFormat: ts.ModuleKind.ESNext });
  };
  host.readFile = (path) => texts.get(path) ?? disk.readFile(path);
  host.fileExists = (path) => texts.has(path) || disk.fileExists(path);
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => {
      const resolvedFileName = shared(posix.join(posix.dirname(from), text).replace(/\.js$/, ".ts"));
      return { resolvedModule: texts.has(resolvedFileName) ? { resolvedFileName, extension: ".ts" } : undefined };
    });
  const program = ts.createProgram([...texts.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const place = file && `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1}`;
    const line = file?.text.split("\n")[file.getLineAndCharacterOfPosition(start).line] ?? "";
    return `${place ?? ""} ${ts.flattenDiagnosticMessageText(messageText, "\n")}\n${line}`;
  });
}

function shared(path: string): string {
  return path.replace(runtime, "/runtime/");
}
