import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { PrintedFile } from "../../generator/code/module.js";
import { isFolder } from "../paths.js";
import { readIfExists } from "../read-if-exists.js";
import {
  createManifest,
  hashFiles,
  mapOf,
  packageManifest,
  plainLineEnds,
  readManifest,
  type ManifestFile,
} from "./manifest.js";
import { changedAmong, listedAmong } from "./output-folder.js";

/** The differences between a folder and the files that would be written to it. */
export interface Difference {
  /** Files whose content differs. */
  readonly stale: readonly string[];
  readonly missing: readonly string[];
  /** Files that Ashlar did not write, at the path of a generated file or among generated files. */
  readonly foreign: readonly string[];
  /** Files that Ashlar wrote earlier and would remove. */
  readonly obsolete: readonly string[];
  /** Files that Ashlar wrote earlier and would keep, because they were changed by hand. */
  readonly kept: readonly string[];
}

/** Compares a folder with the files that it should contain. The whole build output (`dist/`) may be absent. */
export async function compareFolder(
  folder: string,
  files: readonly PrintedFile[],
  manifestFile: ManifestFile = packageManifest,
): Promise<Difference> {
  const listedFiles = await readManifest(folder, manifestFile);
  const hashes = hashFiles(files);
  const unwanted = [...listedFiles.keys()].filter((path) => !hashes.has(path));
  const kept = changedAmong(folder, unwanted, listedFiles);
  const manifest = createManifest(hashes, listedAmong(kept, listedFiles), manifestFile);
  const wantedTexts = new Map([...files, manifest].map(({ path, text }) => [path, text]));
  const presentPaths = new Set(await listFiles(folder));
  const isBuilt = (path: string): boolean => path.startsWith("dist/");
  const hasBuild = [...presentPaths].some(isBuilt);
  const stale: string[] = [];
  const missing: string[] = [];
  for (const [path, text] of wantedTexts) {
    if (!presentPaths.has(path)) {
      if (hasBuild || !isBuilt(path)) {
        missing.push(path);
      }
    } else if (plainLineEnds((await readIfExists(join(folder, path))) ?? "") !== plainLineEnds(text)) {
      stale.push(path);
    }
  }
  const maps = new Set([...wantedTexts.keys()].map(mapOf));
  const otherPaths = [...presentPaths].filter(
    (path) => !wantedTexts.has(path) && !maps.has(path) && path !== manifestFile.name,
  );
  const isOurs = (path: string): boolean => listedFiles.has(path);
  const ownFolders = foldersOfSources([...wantedTexts.keys()]);
  return {
    stale,
    missing,
    foreign: otherPaths.filter((path) => !isOurs(path) && ownFolders.has(topFolder(path))),
    obsolete: otherPaths.filter((path) => isOurs(path) && !kept.includes(path)),
    kept,
  };
}

/**
 * Returns the top folders that should contain only generated files. The output folder itself, and other folders that
 * emitters write to, may contain anything.
 */
function foldersOfSources(paths: readonly string[]): ReadonlySet<string | undefined> {
  const isPackage = paths.includes("src/index.ts");
  const folders = paths.filter((path) => path.endsWith(".ts")).map(topFolder);
  return new Set(isPackage ? ["src", "dist"] : folders.filter((folder) => folder !== undefined));
}

/** Returns the first folder in a path; undefined for a file at the top. */
function topFolder(path: string): string | undefined {
  const end = path.indexOf("/");
  return end < 0 ? undefined : path.slice(0, end);
}

/** Returns the files in a folder, except for those in `node_modules`, as relative paths separated by `/`. */
export async function listFiles(folder: string): Promise<string[]> {
  if (!isFolder(folder)) {
    return [];
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.startsWith("node_modules/"));
}

/** Compares files with the ones in a folder. Other files in the folder are ignored. */
export async function compareFiles(
  folder: string,
  files: readonly PrintedFile[],
  manifestFile: ManifestFile,
): Promise<Difference> {
  const listedFiles = await readManifest(folder, manifestFile);
  const hashes = hashFiles(files);
  const unwanted = [...listedFiles.keys()].filter((path) => !hashes.has(path));
  const kept = changedAmong(folder, unwanted, listedFiles);
  const manifest = createManifest(hashes, listedAmong(kept, listedFiles), manifestFile);
  const difference = {
    stale: [] as string[],
    missing: [] as string[],
    foreign: [] as string[],
    obsolete: [] as string[],
  };
  for (const { path, text } of [...files, manifest]) {
    const presentText = await readIfExists(join(folder, path));
    if (presentText === undefined) {
      difference.missing.push(path);
    } else if (plainLineEnds(presentText) !== text) {
      const isOurs = listedFiles.has(path) || path === manifestFile.name;
      difference[isOurs ? "stale" : "foreign"].push(path);
    }
  }
  for (const path of unwanted.filter((one) => !kept.includes(one))) {
    if ((await readIfExists(join(folder, path))) !== undefined) {
      difference.obsolete.push(path);
    }
  }
  return { ...difference, kept };
}
