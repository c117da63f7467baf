import { emitModules } from "../emit/package/package.js";
import type { ModuleCache } from "../emit/package/module-cache.js";
import { isWantedRuntime } from "../emit/package/subpaths.js";
import type { Emitter } from "../emit/emitter.js";
import { createContext } from "../facts/context.js";
import type { PackageOptions } from "../facts/package-options.js";
import type { EmittedFile, PrintedFile } from "../code/module.js";
import type { Api } from "../../ir/api.js";
import { EmitterError, runEmitter } from "./run-emitter.js";
import { placeFiles } from "./placement.js";
import { printGenerally, printModules } from "./print-emitted.js";

export interface BuildOptions extends PackageOptions {
  /** The files of the runtime, which are copied unchanged: its modules, and the files built from them. */
  readonly runtime: readonly PrintedFile[];
  /** The user's emitters, whose files are added to those of Ashlar. */
  readonly emitters: readonly Emitter[];
}

/**
 * Returns all files of the package for an API, sorted by path: sources, JavaScript, declarations, `package.json`, README.
 * With `output: "source"`, the result contains only the sources. With a cache, unchanged modules are the same objects as in the
 * previous build.
 */
export async function buildPackage(
  api: Api,
  { runtime, emitters, ...options }: BuildOptions,
  cache?: ModuleCache,
): Promise<PrintedFile[]> {
  const context = createContext(withoutEmptyNamespaces(api), options);
  const generated = [
    ...(await printModules(emitModules(context, cache))),
    ...runtime.filter(({ path }) => isWantedRuntime(path, options)),
  ];
  const foreign: PrintedFile[] = [];
  for (const emitter of emitters) {
    foreign.push(...(await printForeign(emitter, runEmitter(emitter, api, options))));
  }
  const files = await placeFiles(generated, foreign, options);
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Prints the files of a user's emitter. Throws an {@link EmitterError} that names the first file that cannot be printed. */
async function printForeign(emitter: Emitter, files: readonly EmittedFile[]): Promise<PrintedFile[]> {
  const all: PrintedFile[] = [];
  for (const file of files) {
    try {
      all.push(...(await printGenerally(file)));
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      throw new EmitterError(
        emitter,
        `returned the file ${file.path}, which cannot be formatted or compiled: ${reason}`,
      );
    }
  }
  return all;
}

/** Removes namespaces that have neither types nor routes, such as those that contain only annotations. */
function withoutEmptyNamespaces(api: Api): Api {
  const namespaces = api.namespaces.filter(({ aliases, types, routes }) => [aliases, types, routes].flat().length > 0);
  return { ...api, namespaces };
}
