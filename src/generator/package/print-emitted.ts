import { NotPrintable } from "../code/layout/page.js";
import type { BuildOutput, EmittedFile, GeneratedFile, TypeScriptModule, PrintedFile } from "../code/module.js";
import { printModule, type PrintedModule } from "../code/print/module.js";
import { toStructures } from "../code/structures.js";
import { emitChecks, hasChecks } from "../emit/checks/checks.js";
import { emitRoutes } from "../emit/routes.js";
import { createContext, type Context } from "../facts/context.js";
import type { PackageOptions } from "../facts/package-options.js";
import type { Api } from "../../ir/api.js";

/** The files of modules that have been printed. */
const filesOfModules = new WeakMap<TypeScriptModule, readonly PrintedFile[]>();

/** Prints files of our own emitters. The same module is printed only once. */
export async function printModules(files: readonly GeneratedFile[]): Promise<PrintedFile[]> {
  const all: PrintedFile[] = [];
  for (const file of files) {
    if (file.kind === "text") {
      all.push({ path: file.path, text: file.text }); // our own emitters return such files formatted
    } else {
      const printedFiles = filesOfModules.get(file) ?? printDirectly(file) ?? (await printSlowly(file));
      filesOfModules.set(file, printedFiles);
      all.push(...printedFiles);
    }
  }
  return all;
}

/** Prints a module; returns undefined if only the slow path can print it. */
function printDirectly(module: TypeScriptModule): readonly PrintedFile[] | undefined {
  try {
    return moduleFiles(module, printModule(module));
  } catch (error) {
    if (error instanceof NotPrintable) {
      return undefined;
    }
    throw error;
  }
}

async function printSlowly(module: TypeScriptModule): Promise<readonly PrintedFile[]> {
  const files = await printGenerally(toStructures(module));
  return files
    .filter(({ path }) => isWanted(path, module.output))
    .map((file) => (file.path.endsWith(".d.ts") ? { ...file, declares: module } : file));
}

/** Returns the files of a module: the TypeScript source, and the wanted JavaScript and declarations. */
function moduleFiles(module: TypeScriptModule, { source, script, declarations }: PrintedModule): PrintedFile[] {
  const { path, output } = module;
  const stem = path.replace(/^src\//, "dist/").replace(/\.ts$/, "");
  return [
    { path, text: source },
    { path: `${stem}.js`, text: script },
    { path: `${stem}.d.ts`, text: declarations, declares: module },
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

/** The modules of a package that encode and decode messages: checks and routes. */
export interface CodecModules {
  readonly context: Context;
  readonly files: readonly PrintedFile[];
}

/** Builds the modules for an API. */
export async function buildCodecModules(api: Api, options: PackageOptions): Promise<CodecModules> {
  const context = createContext(api, options);
  const modules = api.namespaces.flatMap((namespace) => [
    ...(hasChecks(namespace) ? [emitChecks(namespace, context)] : []),
    ...(namespace.routes.length === 0 ? [] : [emitRoutes(namespace, context)]),
  ]);
  return { context, files: await printModules(modules) };
}
