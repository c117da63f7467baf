import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { CompilerOptions, Diagnostic } from "ts-morph";
import type { Guide, GuideProblem } from "../../../site/guides/guide.js";
import { guideProgram } from "./guide-program.js";

export interface CompiledGuides {
  readonly problems: readonly GuideProblem[];
  /** The programs as JavaScript, each with its source map. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/**
 * Compiles the programs of guides in a folder whose `node_modules` contains the package. Uses the types of Node that
 * are installed in the project, if there are any.
 */
export async function compileGuides(
  guides: readonly Guide[],
  folder: string,
  directory: string,
): Promise<CompiledGuides> {
  const { ModuleKind, ModuleResolutionKind, Project, ScriptTarget } = await import("ts-morph");
  const nodeTypes = findNodeTypes(directory);
  const compilerOptions: CompilerOptions = {
    target: ScriptTarget.ES2022,
    // Without the types of Node, those of browsers declare everything that both have, such as the console.
    lib: ["lib.es2022.d.ts", ...(nodeTypes === undefined ? ["lib.dom.d.ts", "lib.dom.asynciterable.d.ts"] : [])],
    module: ModuleKind.NodeNext,
    moduleResolution: ModuleResolutionKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    inlineSourceMap: true,
    ...(nodeTypes === undefined ? { types: [] } : { typeRoots: [nodeTypes], types: ["node"] }),
  };
  const project = new Project({ compilerOptions });
  const problems = guides.flatMap((guide, index) => {
    const file = project.createSourceFile(join(folder, `${programName(index)}.ts`), guideProgram(guide));
    return file.getPreEmitDiagnostics().map((diagnostic) => toProblem(diagnostic, guide.path));
  });
  if (problems.length > 0) {
    return { problems, files: [] };
  }
  const emitted = project.emitToMemory().getFiles();
  return { problems, files: emitted.map(({ filePath, text }) => ({ path: filePath, text })) };
}

/**
 * Returns the name of a guide's program in the folder. It is a number, because the name of a guide may contain any
 * characters.
 */
export function programName(index: number): string {
  return `guide-${index}`;
}

function toProblem(diagnostic: Diagnostic, path: string): GuideProblem {
  const text = diagnostic.getMessageText();
  const message = typeof text === "string" ? text : text.getMessageText();
  return { path, line: diagnostic.getLineNumber() ?? 1, message: `The program does not compile: ${message}` };
}

/** Returns the folder that contains the types of Node for a project; undefined if they are not installed. */
function findNodeTypes(directory: string): string | undefined {
  try {
    const path = createRequire(join(directory, "index.js")).resolve("@types/node/package.json");
    return dirname(dirname(path));
  } catch {
    return undefined;
  }
}
