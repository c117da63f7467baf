import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { PrintedFile } from "../../generator/code/module.js";
import { errorCode, failureReason, UsageError } from "../failure.js";
import {
  hashOfFile,
  hashContent,
  manifestBetween,
  packageManifest,
  createManifest,
  mapOf,
  plainLineEnds,
  readManifest,
  type Hashes,
  type Listed,
  type ManifestFile,
} from "./manifest.js";
import { isFolder } from "../paths.js";
import { readIfExists } from "../read-if-exists.js";
import { replaceFiles } from "./replace-files.js";
import { removeIfEmpty, withStaging } from "./staging.js";

export interface Written {
  /** Files that were written because their content has changed. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Files that were changed by hand and have been regenerated. */
  readonly restored: readonly string[];
  /** Files that are no longer generated but were kept, because they were changed by hand. */
  readonly kept: readonly string[];
}

/** The hash of a file in a folder, if it is known without reading the file. */
type KnownHash = (path: string) => string | undefined;

/**
 * Writes files to a folder, and removes files that were generated earlier and are not among them. Other files are never
 * touched: if one would be overwritten, or if the folder belongs to another command, throws a UsageError and changes
 * nothing. Contents are staged first, so that a run that is killed leaves every file complete. Each file is requested
 * only after the previous one is staged, so that not all of them have to be in memory. The returned hashes include those
 * of the manifest and of declaration maps.
 */
export async function writeFolder(
  folder: string,
  files: Iterable<PrintedFile>,
  interrupted: AbortSignal,
  knownHash: KnownHash = () => undefined,
  manifestFile: ManifestFile = packageManifest,
  maps: readonly PrintedFile[] = [],
): Promise<Written & { readonly hashes: Hashes }> {
  return withStaging(folder, interrupted, async (staging) => {
    const listedFiles = await readManifest(folder, manifestFile);
    const { hashes, changed, restored } = stageChanges(folder, staging, files, listedFiles, knownHash);
    const obsolete = [...listedFiles.keys()].filter((path) => !hashes.has(path));
    const kept = changedAmong(folder, obsolete, listedFiles);
    const manifest = createManifest(hashes, listedAmong(kept, listedFiles), manifestFile);
    const before = await readIfExists(join(folder, manifest.path));
    let removed: readonly string[] = [];
    if (changed.length > 0 || before === undefined || plainLineEnds(before) !== manifest.text) {
      // This manifest lists the old and the new files, so that neither count as changed by hand after an interruption.
      stage(staging, 0, manifestBetween(listedFiles, hashes, manifestFile));
      stage(staging, changed.length + 1, manifest);
      const stagedPaths = [manifest.path, ...changed, manifest.path];
      await setImmediate(); // allows an interrupt to be handled
      interrupted.throwIfAborted();
      prepare(folder, staging, stagedPaths, join(folder, manifest.path), before);
      removed = move(folder, staging, stagedPaths, obsolete, listedFiles);
    }
    const mapHashes = writeDeclarationMaps(folder, staging, hashes.keys(), maps, knownHash);
    mapHashes.forEach((hash, path) => hashes.set(path, hash));
    hashes.set(manifest.path, hashContent(manifest.text));
    return { changed, removed, restored, kept, hashes };
  });
}

/** Stages the files that have to be written, numbered from 1. Returns their paths, and which of them were changed by hand. */
function stageChanges(
  folder: string,
  staging: string,
  files: Iterable<PrintedFile>,
  listedFiles: Listed,
  knownHash: KnownHash,
): { hashes: Map<string, string>; changed: string[]; restored: string[] } {
  const hashes = new Map<string, string>();
  const changed: string[] = [];
  const restored: string[] = [];
  const inTheWay: string[] = [];
  // Checking for existence first is faster for a new folder with thousands of files: reading a missing file throws.
  const isThere = (path: string): boolean => listedFiles.has(path) || existsSync(join(folder, path));
  for (const file of files) {
    const { path } = file;
    const hash = hashOfFile(file);
    hashes.set(path, hash);
    const existing = knownHash(path) ?? (isThere(path) ? hashFile(join(folder, path)) : undefined);
    if (existing === hash) {
      continue;
    }
    if (existing !== undefined) {
      const before = listedFiles.get(path);
      if (before === undefined) {
        inTheWay.push(path);
      } else if (!before.includes(existing)) {
        restored.push(path);
      }
    }
    changed.push(path);
    stage(staging, changed.length, file);
  }
  if (inTheWay.length > 0) {
    throw new UsageError(
      `These files in ${folder} would be overwritten, but Ashlar did not write them:\n${list(inTheWay)}\n` +
        "Move them, or choose another output folder. Nothing has been changed.",
    );
  }
  return { hashes, changed, restored };
}

/**
 * Writes a file to the staging folder. Its name there is a number, because creating folders takes longer than writing
 * files. Throws a UsageError if the file cannot be written.
 */
function stage(staging: string, index: number, { path, text }: PrintedFile): void {
  try {
    writeFileSync(join(staging, String(index)), text);
  } catch (thrown) {
    throw new UsageError(`${path} cannot be written: ${failureReason(thrown)}. Nothing has been changed.`);
  }
}

/**
 * Moves the first staged file, the temporary manifest, into place, and creates the folders of the other files. If that
 * fails, restores the manifest from `before`, so that nothing has changed, and throws a UsageError.
 */
function prepare(
  folder: string,
  staging: string,
  staged: readonly string[],
  manifest: string,
  before: string | undefined,
): void {
  const kept = join(staging, "before");
  try {
    writeFileSync(kept, before ?? "");
    renameSync(join(staging, "0"), manifest);
    try {
      makeFolders(staged.map((path) => dirname(join(folder, path))));
    } catch (thrown) {
      renameSync(kept, manifest);
      if (before === undefined) {
        rmSync(manifest);
      }
      throw thrown;
    }
  } catch (thrown) {
    throw new UsageError(`${folder} cannot be written to: ${failureReason(thrown)}. Nothing has been changed.`);
  }
}

/** Creates all folders, or none of them if that fails. */
function makeFolders(folders: readonly string[]): void {
  const createdFolders: string[] = [];
  try {
    for (const folder of new Set(folders)) {
      const first = mkdirSync(folder, { recursive: true });
      createdFolders.push(...(first === undefined ? [] : [first]));
    }
  } catch (thrown) {
    createdFolders.forEach((first) => rmSync(first, { recursive: true, force: true }));
    throw thrown;
  }
}

/**
 * Moves the other staged files into place, in order. Before the last one, the manifest, removes files that are no longer
 * generated, unless they were changed by hand. Returns the paths of the removed files.
 */
function move(
  folder: string,
  staging: string,
  staged: readonly string[],
  obsolete: readonly string[],
  listedFiles: Listed,
): string[] {
  try {
    let removed: string[] = [];
    for (const [index, path] of [...staged.entries()].slice(1)) {
      if (index === staged.length - 1) {
        removed = removeUnchanged(folder, obsolete, listedFiles);
      }
      renameSync(join(staging, String(index)), join(folder, path));
    }
    return removed;
  } catch (thrown) {
    throw new UsageError(
      `The package cannot be written to ${folder}: ${failureReason(thrown)}. It may contain both new and old files.`,
    );
  }
}

/**
 * Writes declaration maps, and removes those of other files among `paths`. The manifest does not list maps, because they change
 * whenever a line of the specification moves, and are not published. Returns their hashes.
 */
function writeDeclarationMaps(
  folder: string,
  staging: string,
  paths: Iterable<string>,
  maps: readonly PrintedFile[],
  knownHash: KnownHash,
): Hashes {
  const hashes = new Map(maps.map((map) => [map.path, hashOfFile(map)]));
  const isStale = ({ path }: PrintedFile): boolean =>
    (knownHash(path) ?? hashFile(join(folder, path))) !== hashes.get(path);
  for (const { path, text } of maps.filter(isStale)) {
    const stagedPath = join(staging, "map");
    try {
      writeFileSync(stagedPath, text);
      renameSync(stagedPath, join(folder, path));
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

/**
 * Removes the files that Ashlar wrote to a folder, and then the folder if it is empty. Files that were changed by hand
 * are kept and remain listed, so that the next run recognizes them. Throws a UsageError if the folder belongs to
 * another command.
 */
export async function cleanFolder(
  folder: string,
  interrupted: AbortSignal,
  manifestFile: ManifestFile = packageManifest,
): Promise<Written> {
  const nothing: Written = { changed: [], removed: [], restored: [], kept: [] };
  if (!isFolder(folder)) {
    return nothing;
  }
  const written = await withStaging(folder, interrupted, async () => {
    const listedFiles = await readManifest(folder, manifestFile);
    const paths = [...listedFiles.keys()];
    const kept = changedAmong(folder, paths, listedFiles);
    const removed = removeUnchanged(folder, paths, listedFiles);
    if (kept.length === 0) {
      remove(folder, manifestFile.name);
    } else {
      await replaceFiles(folder, [createManifest(new Map(), listedAmong(kept, listedFiles), manifestFile)]);
    }
    return { ...nothing, removed, kept };
  });
  removeIfEmpty(folder);
  return written;
}

/**
 * Removes the files that were not changed by hand, and folders that are empty afterwards. Returns the paths of the
 * removed files.
 */
function removeUnchanged(folder: string, paths: readonly string[], listedFiles: Listed): string[] {
  const changed = new Set(changedAmong(folder, paths, listedFiles));
  const unchanged = paths.filter((path) => !changed.has(path));
  const removed = unchanged.filter((path) => existsSync(join(folder, path)));
  unchanged.forEach((path) => remove(folder, path));
  return removed;
}

/** Returns the entries of the manifest for these files. */
export function listedAmong(paths: readonly string[], listedFiles: Listed): Listed {
  return new Map([...listedFiles].filter(([path]) => paths.includes(path)));
}

/** Returns the files that exist and were changed by hand. */
export function changedAmong(folder: string, paths: readonly string[], listedFiles: Listed): string[] {
  return paths.filter((path) => {
    const hash = hashFile(join(folder, path));
    return hash !== undefined && listedFiles.get(path)?.includes(hash) !== true;
  });
}

/** Removes a file with its declaration map, and the folders that are empty afterwards. */
function remove(folder: string, path: string): void {
  for (const each of [path, mapOf(path) ?? path]) {
    rmSync(join(folder, each), { force: true });
  }
  let at = dirname(path);
  while (at !== "." && removeIfEmpty(join(folder, at))) {
    at = dirname(at);
  }
}

/** Returns the hash of a file; undefined if it does not exist. Throws a UsageError if it cannot be read. */
function hashFile(path: string): string | undefined {
  const bytes = readBytes(path);
  return bytes && hashContent(bytes);
}

function readBytes(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (thrown) {
    if (["ENOENT", "ENOTDIR"].some((code) => code === errorCode(thrown))) {
      return undefined;
    }
    throw new UsageError(`${path} cannot be read: ${failureReason(thrown)}.`);
  }
}

function list(paths: readonly string[]): string {
  const lines = paths.slice(0, 20).map((path) => `  ${path}`);
  return [...lines, ...(paths.length > 20 ? [`  … and ${paths.length - 20} more`] : [])].join("\n");
}
