import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { PrintedFile } from "../../generator/code/module.js";
import { declarationMap } from "../../generator/package/declaration-map.js";
import type { Analysis } from "../../compiler/compiler.js";
import { locateDeclarations, placeOf, type Place } from "../declaration-places.js";
import { hashContent, hashOfFile, mapOf, type Hashes } from "../output/manifest.js";
import { replaceFiles } from "../output/replace-files.js";

/** Returns the declaration maps of the files of a package, for a folder. */
export function declarationMaps(
  folder: string,
  files: readonly PrintedFile[],
  specs: Analysis["specs"],
): PrintedFile[] {
  const places = locateDeclarations(specs);
  // The implicit tag `other` of an open union has no line of its own.
  const locate = (origin: string): Place | undefined =>
    placeOf(origin, places) ?? placeOf(origin.replace(/\.\w+$/, ""), places);
  return files.flatMap((file) => {
    const from = dirname(join(folder, file.path));
    const relativePath = (spec: string): string => relative(from, resolve(spec)).split(sep).join("/");
    return declarationMap(file, locate, relativePath) ?? [];
  });
}

/**
 * Writes the declaration maps of a package, and removes those that are no longer wanted. The manifest does not list them: they
 * change whenever a line of the specification moves, and are no content of the package. Returns their hashes. Throws a
 * UsageError if a file cannot be written.
 */
export async function writeDeclarationMaps(
  folder: string,
  files: readonly PrintedFile[],
  maps: readonly PrintedFile[],
  knownHash: (path: string) => string | undefined,
): Promise<Hashes> {
  const hashes = new Map(maps.map((map) => [map.path, hashOfFile(map)]));
  const isStale = ({ path }: PrintedFile): boolean =>
    (knownHash(path) ?? hashFile(join(folder, path))) !== hashes.get(path);
  await replaceFiles(folder, maps.filter(isStale));
  for (const { path } of files) {
    const map = mapOf(path);
    if (map !== undefined && !hashes.has(map) && existsSync(join(folder, map))) {
      rmSync(join(folder, map), { force: true });
    }
  }
  return hashes;
}

function hashFile(path: string): string | undefined {
  return existsSync(path) ? hashContent(readFileSync(path)) : undefined;
}
