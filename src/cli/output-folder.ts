import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { PrintedFile } from "../build/printed-file.js";
import { codeOf, reasonOf, UsageError } from "./failure.js";
import {
  hashesOf,
  hashOf,
  manifestBetween,
  manifestName,
  manifestOf,
  plainLineEnds,
  readManifest,
  type Hashes,
  type Listed,
} from "./manifest.js";
import { isFolder } from "./is-folder.js";
import { readIfThere } from "./read-if-there.js";
import { replaceFiles } from "./replace-files.js";
import { removeIfEmpty } from "./remove-if-empty.js";
import { withStaging } from "./staging.js";

export interface Written {
  /** Files whose bytes have changed. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Files that had been changed by hand, and are as generated again. */
  readonly restored: readonly string[];
  /** Files that are not wanted any more, and left because they had been changed by hand. */
  readonly kept: readonly string[];
}

/**
 * Writes the files into the folder, and removes what was written there before and is not among them. Files of others
 * are left alone; one that is in the way is a UsageError, and then nothing is changed. Contents are staged beside the
 * files first, so that a run that is killed leaves each file whole. `hashNow` gives the hash of a file that need not be
 * read to know it. Gives the hashes of all that is there now, with the manifest's.
 */
export async function writeFolder(
  folder: string,
  files: readonly PrintedFile[],
  interrupted: AbortSignal,
  hashNow: (path: string) => string | undefined = () => undefined,
): Promise<Written & { readonly hashes: Hashes }> {
  return withStaging(folder, interrupted, async (staging) => {
    const listed = await readManifest(folder);
    const hashes = hashesOf(files);
    const { changed, restored } = changesOf(folder, files, hashes, listed, hashNow);
    const obsolete = [...listed.keys()].filter((path) => !hashes.has(path));
    const kept = changedAmong(folder, obsolete, listed);
    const manifest = manifestOf(hashes, listedAmong(kept, listed));
    const before = await readIfThere(join(folder, manifestName));
    let removed: readonly string[] = [];
    if (changed.length > 0 || before === undefined || plainLineEnds(before) !== manifest.text) {
      // What was and what will be: after a stop in between, neither counts as changed by hand.
      const staged = [manifestBetween(listed, hashes), ...changed, manifest];
      stage(staging, staged);
      await setImmediate(); // lets an interrupt be heard
      interrupted.throwIfAborted();
      prepare(folder, staging, staged, before);
      removed = move(folder, staging, staged, obsolete, listed);
    }
    hashes.set(manifestName, hashOf(manifest.text));
    return { changed: changed.map(({ path }) => path), removed, restored, kept, hashes };
  });
}

/** The files that are not as they should be, and which of them somebody has changed. */
function changesOf(
  folder: string,
  files: readonly PrintedFile[],
  hashes: Hashes,
  listed: Listed,
  hashNow: (path: string) => string | undefined,
): { changed: PrintedFile[]; restored: string[] } {
  const changed: PrintedFile[] = [];
  const restored: string[] = [];
  const inTheWay: string[] = [];
  for (const file of files) {
    const { path } = file;
    const existing = hashNow(path) ?? hashOfFile(join(folder, path));
    if (existing === hashes.get(path)) {
      continue;
    }
    if (existing !== undefined) {
      const before = listed.get(path);
      if (before === undefined) {
        inTheWay.push(path);
      } else if (!before.includes(existing)) {
        restored.push(path);
      }
    }
    changed.push(file);
  }
  if (inTheWay.length > 0) {
    throw new UsageError(
      `These files in ${folder} would be overwritten, but Ashlar did not write them:\n${list(inTheWay)}\n` +
        "Move them, or choose another output folder. Nothing has been changed.",
    );
  }
  return { changed, restored };
}

/**
 * Writes files into the staging folder, all beside each other: to make folders takes longer than to write files. Throws
 * a UsageError for what cannot be written.
 */
function stage(staging: string, files: readonly PrintedFile[]): void {
  for (const [index, { path, text }] of files.entries()) {
    try {
      writeFileSync(join(staging, String(index)), text);
    } catch (thrown) {
      throw new UsageError(`${path} cannot be written: ${reasonOf(thrown)}. Nothing has been changed.`);
    }
  }
}

/**
 * Moves the first of what is staged into place, the manifest for the time in between, and makes the folders of the others.
 * Throws a UsageError if that cannot be; then the manifest is the one of `before`, and nothing has been changed.
 */
function prepare(folder: string, staging: string, staged: readonly PrintedFile[], before: string | undefined): void {
  const [manifest, kept] = [join(folder, manifestName), join(staging, "before")];
  try {
    writeFileSync(kept, before ?? "");
    renameSync(join(staging, "0"), manifest);
    try {
      makeFolders(staged.map(({ path }) => dirname(join(folder, path))));
    } catch (thrown) {
      renameSync(kept, manifest);
      if (before === undefined) {
        rmSync(manifest);
      }
      throw thrown;
    }
  } catch (thrown) {
    throw new UsageError(`${folder} cannot be written to: ${reasonOf(thrown)}. Nothing has been changed.`);
  }
}

/** Makes folders, or else none of them. */
function makeFolders(folders: readonly string[]): void {
  const made: string[] = [];
  try {
    for (const folder of new Set(folders)) {
      const first = mkdirSync(folder, { recursive: true });
      made.push(...(first === undefined ? [] : [first]));
    }
  } catch (thrown) {
    made.forEach((first) => rmSync(first, { recursive: true, force: true }));
    throw thrown;
  }
}

/**
 * Moves the rest of what is staged into place, in its order, and before the last file, the manifest, removes what is not
 * wanted any more unless somebody has changed it; gives the paths of what it has removed.
 */
function move(
  folder: string,
  staging: string,
  staged: readonly PrintedFile[],
  obsolete: readonly string[],
  listed: Listed,
): string[] {
  try {
    let removed: string[] = [];
    for (const [index, { path }] of [...staged.entries()].slice(1)) {
      if (index === staged.length - 1) {
        removed = removeUnchanged(folder, obsolete, listed);
      }
      renameSync(join(staging, String(index)), join(folder, path));
    }
    return removed;
  } catch (thrown) {
    throw new UsageError(
      `The package cannot be written to ${folder}: ${reasonOf(thrown)}. It may contain both new and old files.`,
    );
  }
}

/**
 * Removes what Ashlar wrote into a folder, and nothing else, and the folder if it is empty then. Files that have been
 * changed by hand are left, and listed still: the next run knows them.
 */
export async function cleanFolder(folder: string, interrupted: AbortSignal): Promise<Written> {
  const nothing: Written = { changed: [], removed: [], restored: [], kept: [] };
  if (!isFolder(folder)) {
    return nothing;
  }
  const written = await withStaging(folder, interrupted, async () => {
    const listed = await readManifest(folder);
    const paths = [...listed.keys()];
    const kept = changedAmong(folder, paths, listed);
    const removed = removeUnchanged(folder, paths, listed);
    if (kept.length === 0) {
      remove(folder, manifestName);
    } else {
      await replaceFiles(folder, [manifestOf(new Map(), listedAmong(kept, listed))]);
    }
    return { ...nothing, removed, kept };
  });
  removeIfEmpty(folder);
  return written;
}

/** Removes those files that are as they were written, and the folders of those that are not there; gives their paths. */
function removeUnchanged(folder: string, paths: readonly string[], listed: Listed): string[] {
  const changed = new Set(changedAmong(folder, paths, listed));
  const unchanged = paths.filter((path) => !changed.has(path));
  const removed = unchanged.filter((path) => existsSync(join(folder, path)));
  unchanged.forEach((path) => remove(folder, path));
  return removed;
}

/** What is listed of those files. */
export function listedAmong(paths: readonly string[], listed: Listed): Listed {
  return new Map([...listed].filter(([path]) => paths.includes(path)));
}

/** Those files that are there, and not as they were written. */
export function changedAmong(folder: string, paths: readonly string[], listed: Listed): string[] {
  return paths.filter((path) => {
    const hash = hashOfFile(join(folder, path));
    return hash !== undefined && listed.get(path)?.includes(hash) !== true;
  });
}

/** Removes a file, and the folders that are empty without it. */
function remove(folder: string, path: string): void {
  rmSync(join(folder, path), { force: true });
  let at = dirname(path);
  while (at !== "." && removeIfEmpty(join(folder, at))) {
    at = dirname(at);
  }
}

/** The hash of a file; undefined if there is none. Throws a UsageError for one that cannot be read. */
function hashOfFile(path: string): string | undefined {
  const bytes = bytesOf(path);
  return bytes && hashOf(bytes);
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (thrown) {
    if (["ENOENT", "ENOTDIR"].some((code) => code === codeOf(thrown))) {
      return undefined;
    }
    throw new UsageError(`${path} cannot be read: ${reasonOf(thrown)}.`);
  }
}

function list(paths: readonly string[]): string {
  const shown = paths.slice(0, 20).map((path) => `  ${path}`);
  return [...shown, ...(paths.length > 20 ? [`  … and ${paths.length - 20} more`] : [])].join("\n");
}
