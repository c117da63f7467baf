import { dirname, join, relative, resolve, sep } from "node:path";
import type { PrintedFile } from "../../generator/code/module.js";
import { declarationMap } from "../../generator/package/declaration-map.js";
import type { Analysis } from "../../compiler/compiler.js";
import { locateDeclarations, type Place } from "../declaration-places.js";

/** Returns the declaration maps of the files of a package, for a folder. */
export function declarationMaps(
  folder: string,
  files: readonly PrintedFile[],
  specs: Analysis["specs"],
): PrintedFile[] {
  const places = locateDeclarations(specs);
  // The implicit tag `other` of an open union has no line of its own.
  const locate = (origin: string): Place | undefined => places.get(origin) ?? places.get(origin.replace(/\.\w+$/, ""));
  return files.flatMap((file) => {
    const from = dirname(join(folder, file.path));
    const relativePath = (spec: string): string => relative(from, resolve(spec)).split(sep).join("/");
    return declarationMap(file, locate, relativePath) ?? [];
  });
}
