import type { Emitter, PackageOptions } from "../emit/emitter.js";
import type { EmittedFile, EmittedModule } from "../emit/module.js";
import { emitPackage } from "../emit/package.js";
import type { Api } from "../ir/api.js";
import { printModule } from "../print/module.js";
import { NotPrintable } from "../layout/not-printable.js";
import type { PrintedFile } from "./printed-file.js";

export interface BuildOptions extends PackageOptions {
  /** The modules of the runtime, which are copied as they are; paths below `src/runtime/`. */
  readonly runtime: readonly PrintedFile[];
  /** Further emitters, whose files come beside those of Ashlar. */
  readonly emitters: readonly Emitter[];
}

/** All files of the package for an API, sorted by path: sources, JavaScript, declarations, `package.json`, README. */
export async function buildPackage(api: Api, options: BuildOptions): Promise<PrintedFile[]> {
  const own = emitPackage(api, options).map(directly);
  const foreign = options.emitters.flatMap((emit) => emit(api, options));
  const runtime = options.runtime.map(({ path, text }) => ({ path: `src/runtime/${path}`, text }));
  const files = [
    ...own.flatMap(({ printed }) => printed),
    ...(await generally([...own.flatMap(({ left }) => left), ...foreign])),
    ...(await transpiled(runtime)),
  ];
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What has been printed, and what the printer for our own code leaves to the general one. */
interface Printed {
  readonly printed: readonly PrintedFile[];
  readonly left: readonly EmittedFile[];
}

function directly(file: EmittedFile): Printed {
  if (file.kind === "text") {
    return { printed: [file], left: [] }; // our own emitters give such files formatted
  }
  try {
    return { printed: formsOf(file), left: [] };
  } catch (error) {
    if (error instanceof NotPrintable) {
      return { printed: [], left: [file] };
    }
    throw error;
  }
}

function formsOf(module: EmittedModule): PrintedFile[] {
  const { source, script, declarations } = printModule(module);
  const stem = module.path.replace(/^src\//, "dist/").replace(/\.ts$/, "");
  return [
    { path: module.path, text: source },
    { path: `${stem}.js`, text: script },
    { path: `${stem}.d.ts`, text: declarations },
  ];
}

/** The files of emitters of others, which may hold any code; modules outside of `src` are not transpiled. */
async function generally(files: readonly EmittedFile[]): Promise<PrintedFile[]> {
  if (files.length === 0) {
    return [];
  }
  const { print } = await import("./print.js");
  const printed = await print(files);
  const isModule = ({ path }: PrintedFile): boolean => path.startsWith("src/") && path.endsWith(".ts");
  const modules = await transpiled(printed.filter(isModule));
  return [...printed.filter((file) => !isModule(file)), ...modules];
}

/** Modules, each followed by its JavaScript and its declarations. */
async function transpiled(modules: readonly PrintedFile[]): Promise<PrintedFile[]> {
  if (modules.length === 0) {
    return [];
  }
  const { transpile } = await import("./transpile.js");
  const all = await Promise.all(modules.map(async (module) => [module, ...(await transpile(module))]));
  return all.flat();
}
