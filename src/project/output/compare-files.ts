import { join } from "node:path";
import type { PrintedFile } from "../../generator/code/module.js";
import type { Difference } from "./compare-folder.js";
import { createManifest, hashFiles, plainLineEnds, readManifest, type ManifestFile } from "./manifest.js";
import { changedAmong, listedAmong } from "./output-folder.js";
import { readIfExists } from "../read-if-exists.js";

/** Compares files with the ones in a folder. Other files in the folder are ignored. */
export async function compareFiles(
  folder: string,
  files: readonly PrintedFile[],
  manifestFile: ManifestFile,
): Promise<Difference> {
  const listed = await readManifest(folder, manifestFile);
  const hashes = hashFiles(files);
  const unwanted = [...listed.keys()].filter((path) => !hashes.has(path));
  const kept = changedAmong(folder, unwanted, listed);
  const manifest = createManifest(hashes, listedAmong(kept, listed), manifestFile);
  const found = { stale: [] as string[], missing: [] as string[], foreign: [] as string[], obsolete: [] as string[] };
  for (const { path, text } of [...files, manifest]) {
    const present = await readIfExists(join(folder, path));
    if (present === undefined) {
      found.missing.push(path);
    } else if (plainLineEnds(present) !== text) {
      const isOurs = listed.has(path) || path === manifestFile.name;
      found[isOurs ? "stale" : "foreign"].push(path);
    }
  }
  for (const path of unwanted.filter((one) => !kept.includes(one))) {
    if ((await readIfExists(join(folder, path))) !== undefined) {
      found.obsolete.push(path);
    }
  }
  return { ...found, kept };
}
