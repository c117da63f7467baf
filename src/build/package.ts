import { emitPackage } from "../emit/package.js";
import type { Emitter, PackageOptions } from "../emit/emitter.js";
import type { Api } from "../ir/api.js";
import { print, type PrintedFile } from "./print.js";
import { transpile } from "./transpile.js";

export interface BuildOptions extends PackageOptions {
  /** The modules of the runtime, which are copied as they are; paths below `src/runtime/`. */
  readonly runtime: readonly PrintedFile[];
  /** Further emitters, whose files come beside those of Ashlar. */
  readonly emitters: readonly Emitter[];
}

/** All files of the package for an API, sorted by path: sources, JavaScript, declarations, `package.json`, README. */
export async function buildPackage(api: Api, options: BuildOptions): Promise<PrintedFile[]> {
  const emitted = [emitPackage, ...options.emitters].flatMap((emit) => emit(api, options));
  const runtime = options.runtime.map(({ path, text }) => ({ path: `src/runtime/${path}`, text }));
  const files = [...(await print(emitted)), ...runtime];
  const modules = files.filter(({ path }) => path.startsWith("src/") && path.endsWith(".ts"));
  const transpiled = await Promise.all(modules.map(transpile));
  return [...files, ...transpiled.flat()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
