import { NotPrintable } from "../code/layout/not-printable.js";
import type { BuildOutput, EmittedFile, GeneratedFile, TypeScriptModule } from "../code/module.js";
import { printModule, type PrintedModule } from "../code/print/module.js";
import { toStructures } from "../code/structures.js";
import type { PrintedFile } from "../code/printed-file.js";

/** Printed files, or a module that only {@link printGenerally}, the slow path, can print. */
export type PrintedUnit =
  | { readonly kind: "printed"; readonly files: readonly PrintedFile[] }
  | { readonly kind: "emitted"; readonly module: TypeScriptModule };

/** Returns the files of a unit, which the slow path prints if they are not printed yet. */
export async function printedFiles(unit: PrintedUnit): Promise<readonly PrintedFile[]> {
  if (unit.kind === "printed") {
    return unit.files;
  }
  const files = await printGenerally(toStructures(unit.module));
  return files.filter(({ path }) => isWanted(path, unit.module.output));
}

/** Prints a file of our own emitters; returns its module instead if only the slow path can print it. */
export function printDirectly(file: GeneratedFile): PrintedUnit {
  if (file.kind === "text") {
    return { kind: "printed", files: [{ path: file.path, text: file.text }] }; // our own emitters return such files formatted
  }
  const module = ifPrintable(() => printModule(file));
  return module === undefined
    ? { kind: "emitted", module: file }
    : { kind: "printed", files: moduleFiles(file.path, module, file.output) };
}

/** Returns the result of `print`; undefined if only the slow path can print the code. */
export function ifPrintable<Result>(print: () => Result): Result | undefined {
  try {
    return print();
  } catch (error) {
    if (error instanceof NotPrintable) {
      return undefined;
    }
    throw error;
  }
}

/** Returns the files of a module: the TypeScript source, and the wanted JavaScript and declarations. */
export function moduleFiles(
  path: string,
  { source, script, declarations }: PrintedModule,
  output: BuildOutput,
): PrintedFile[] {
  const stem = path.replace(/^src\//, "dist/").replace(/\.ts$/, "");
  return [
    { path, text: source },
    { path: `${stem}.js`, text: script },
    { path: `${stem}.d.ts`, text: declarations },
  ].filter(({ path }) => isWanted(path, output));
}

function isWanted(path: string, output: BuildOutput): boolean {
  return !path.startsWith("dist/") || output === "all" || path.endsWith(".d.ts") === (output === "declarations");
}

/** Prints any code, such as that of a user's emitter, with ts-morph and prettier, which is slow. Also transpiles modules in `src`. */
export async function printGenerally(file: EmittedFile): Promise<readonly PrintedFile[]> {
  const { print } = await import("./print.js");
  const texts = await print([file]);
  const modules = texts.filter(({ path }) => path.startsWith("src/") && path.endsWith(".ts"));
  return [...texts, ...(await transpiled(modules))];
}

async function transpiled(modules: readonly PrintedFile[]): Promise<PrintedFile[]> {
  if (modules.length === 0) {
    return [];
  }
  const { transpile } = await import("./transpile.js");
  return (await Promise.all(modules.map(transpile))).flat();
}
