import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PrintedFile } from "../../generator/code/module.js";
import { failureReason, UsageError } from "../failure.js";
import { hashContent, hashOfFile, mapOf, type Hashes } from "./manifest.js";

/**
 * Writes the declaration maps of a package with these files, and removes those that are no longer wanted. The manifest does not list them: they
 * change whenever a line of the specification moves, and are no content of the package. Returns their hashes. Throws a
 * UsageError if a file cannot be written.
 */
export function writeDeclarationMaps(
  folder: string,
  staging: string,
  paths: Iterable<string>,
  maps: readonly PrintedFile[],
  knownHash: (path: string) => string | undefined,
): Hashes {
  const hashes = new Map(maps.map((map) => [map.path, hashOfFile(map)]));
  const isStale = ({ path }: PrintedFile): boolean =>
    (knownHash(path) ?? hashFile(join(folder, path))) !== hashes.get(path);
  for (const { path, text } of maps.filter(isStale)) {
    const staged = join(staging, "map");
    try {
      writeFileSync(staged, text);
      renameSync(staged, join(folder, path));
    } catch (thrown) {
      throw new UsageError(`${path} cannot be written to ${folder}: ${failureReason(thrown)}.`);
    }
  }
  for (const path of paths) {
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
