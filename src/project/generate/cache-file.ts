import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { removeAbandoned } from "../output/remove-abandoned.js";
import { isFolder } from "../is-folder.js";

/**
 * The path of a cache file: in the first `node_modules` in the folder or above; undefined without one. The file can be
 * deleted at any time.
 */
export function cacheFile(folder: string, name: string): string | undefined {
  const modules = join(folder, "node_modules");
  if (isFolder(modules)) {
    return join(modules, ".cache", "ashlar", name);
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : cacheFile(parent, name);
}

/** Writes a file of the cache. A failure is harmless: the next run does all its work. */
export function writeCache(place: string, content: string): void {
  const beside = `${place}.${process.pid}`;
  try {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(beside, content);
    renameSync(beside, place);
    removeAbandoned(dirname(place), `${basename(place)}.`, /^$/);
  } catch {
    rmSync(beside, { force: true });
  }
}
