import { emitPackage } from "../emit/package.js";
import type { Emitter, PackageOptions } from "../emit/emitter.js";
import type { Api } from "../ir/api.js";
import { print, type PrintedFile } from "./print.js";
import { transpile } from "./transpile.js";

export interface BuildOptions extends PackageOptions {
  /** The runtime, which is copied as it is: its modules, and what is built from them. */
  readonly runtime: readonly PrintedFile[];
  /** Further emitters, whose files come beside those of Ashlar. */
  readonly emitters: readonly Emitter[];
}

/** All files of the package for an API, sorted by path: sources, JavaScript, declarations, `package.json`, README. */
export async function buildPackage(api: Api, options: BuildOptions): Promise<PrintedFile[]> {
  const emitted = [emitPackage, ...options.emitters].flatMap((emit) => emit(api, options));
  const files = await print(emitted);
  const modules = files.filter(({ path }) => path.startsWith("src/") && path.endsWith(".ts"));
  return [...files, ...modules.flatMap(transpile), ...options.runtime].sort((a, b) => (a.path < b.path ? -1 : 1));
}
