import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { PrintedFile } from "../build/printed-file.js";
import { reasonOf, UsageError } from "./failure.js";
import { readIfThere } from "./read-if-there.js";

/** Lists what Ashlar has written into a folder, so that it never touches anything else. */
const manifestName = "ashlar-manifest.json";

/** Paths below the folder, with `/`, and the SHA-256 of what was written. */
type Hashes = ReadonlyMap<string, string>;

/** How a folder differs from what would be written into it. */
export interface Difference {
  /** Files that are there with another content. */
  readonly stale: readonly string[];
  readonly missing: readonly string[];
  /** Files that Ashlar did not write, in the way or among its own. */
  readonly foreign: readonly string[];
  /** Files that it once wrote and would not write any more. */
  readonly obsolete: readonly string[];
}

export interface Written {
  /** Files whose bytes have changed. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Files that had been changed by hand, and are as generated again. */
  readonly restored: readonly string[];
}

/** Compares a folder with the files that belong there. What is built (`dist/`) may be absent as a whole. */
export async function compareFolder(folder: string, files: readonly PrintedFile[]): Promise<Difference> {
  const listed = await readManifest(folder);
  const wanted = new Map([...files, manifestOf(files)].map(({ path, text }) => [path, text]));
  const present = await listFiles(folder);
  const isBuilt = (path: string): boolean => path.startsWith("dist/");
  const hasBuild = present.some(isBuilt);
  const stale: string[] = [];
  const missing: string[] = [];
  for (const [path, text] of wanted) {
    if (!present.includes(path)) {
      if (hasBuild || !isBuilt(path)) {
        missing.push(path);
      }
    } else if ((await readIfThere(join(folder, path))) !== text) {
      stale.push(path);
    }
  }
  const others = present.filter((path) => !wanted.has(path) && path !== manifestName);
  const isOurs = (path: string): boolean => listed.has(path);
  return {
    stale,
    missing,
    foreign: others.filter((path) => !isOurs(path) && /^(?:src|dist)\//.test(path)),
    obsolete: others.filter(isOurs),
  };
}

/**
 * Writes the files into the folder, and removes what was written there before and is not among them. Files of others
 * are left alone; one that is in the way is a UsageError, and then nothing is changed. Contents are staged beside the
 * files first, so that an interrupted run leaves each file whole.
 */
export async function writeFolder(
  folder: string,
  files: readonly PrintedFile[],
  interrupted: AbortSignal,
): Promise<Written> {
  const listed = await readManifest(folder);
  const manifest = manifestOf(files);
  const changed: PrintedFile[] = [];
  const restored: string[] = [];
  const inTheWay: string[] = [];
  for (const file of [...files, manifest]) {
    const existing = await readIfThere(join(folder, file.path));
    if (existing === file.text) {
      continue;
    }
    if (existing !== undefined && file.path !== manifestName) {
      const hash = listed.get(file.path);
      if (hash === undefined) {
        inTheWay.push(file.path);
      } else if (hash !== hashOf(existing)) {
        restored.push(file.path);
      }
    }
    changed.push(file);
  }
  if (inTheWay.length > 0) {
    throw new UsageError(
      `These files are in the way in ${folder}, and Ashlar did not write them:\n${list(inTheWay)}\n` +
        "Move them away, or generate into another folder. Nothing has been changed.",
    );
  }
  const wanted = new Set(files.map(({ path }) => path));
  const removed = [...listed.keys()].filter((path) => !wanted.has(path));
  if (changed.length > 0 || removed.length > 0) {
    await replace(folder, changed, removed, listed, files, interrupted);
  }
  return { changed: changed.map(({ path }) => path).filter((path) => path !== manifestName), removed, restored };
}

/** Removes what Ashlar wrote into a folder, and nothing else; gives the paths. */
export async function cleanFolder(folder: string): Promise<string[]> {
  const listed = await readManifest(folder);
  const removed: string[] = [];
  for (const [path, hash] of listed) {
    const existing = await readIfThere(join(folder, path));
    if (existing !== undefined && hashOf(existing) === hash) {
      await remove(folder, path);
      removed.push(path);
    }
  }
  await remove(folder, manifestName);
  return removed;
}

async function replace(
  folder: string,
  changed: readonly PrintedFile[],
  removed: readonly string[],
  listed: Hashes,
  files: readonly PrintedFile[],
  interrupted: AbortSignal,
): Promise<void> {
  const staging = join(folder, `.ashlar-${process.pid}`);
  await removeAbandoned(folder);
  try {
    for (const { path, text } of changed) {
      interrupted.throwIfAborted();
      await write(join(staging, path), text);
    }
    // From here on all is on the disk. A manifest of what was and what will be covers a stop in between.
    const both = new Map([...listed, ...files.map(({ path, text }) => [path, hashOf(text)] as const)]);
    await write(join(folder, manifestName), manifestText(both));
    for (const { path } of changed) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await rename(join(staging, path), join(folder, path));
    }
    for (const path of removed) {
      const existing = await readIfThere(join(folder, path));
      if (existing !== undefined && hashOf(existing) === listed.get(path)) {
        await remove(folder, path);
      }
    }
  } catch (thrown) {
    if (thrown instanceof UsageError || interrupted.aborted) {
      throw thrown;
    }
    throw new UsageError(`The package cannot be written into ${folder}: ${reasonOf(thrown)}.`);
  } finally {
    // Where nothing could be written there is nothing to remove.
    await rm(staging, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Removes what runs that were killed have left. */
async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const pid = /^\.ashlar-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}

async function write(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (thrown) {
    throw new UsageError(`${path} cannot be written: ${reasonOf(thrown)}.`);
  }
}

/** Removes a file, and the folders that are empty without it. */
async function remove(folder: string, path: string): Promise<void> {
  await rm(join(folder, path), { force: true });
  for (let at = dirname(path); at !== "."; at = dirname(at)) {
    try {
      await rmdir(join(folder, at));
    } catch {
      return; // not empty
    }
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  );
  if (!exists) {
    return [];
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.startsWith("node_modules/"));
}

async function readManifest(folder: string): Promise<Map<string, string>> {
  const text = await readIfThere(join(folder, manifestName));
  if (text === undefined) {
    return new Map();
  }
  try {
    const { files } = JSON.parse(text) as { readonly files: Readonly<Record<string, string>> };
    const isInside = (path: string): boolean => !path.startsWith("/") && !path.split("/").includes("..");
    return new Map(Object.entries(files).filter(([path]) => isInside(path)));
  } catch {
    throw new UsageError(
      `${join(folder, manifestName)} cannot be understood. Restore it, or remove the generated files by hand.`,
    );
  }
}

function manifestOf(files: readonly PrintedFile[]): PrintedFile {
  return {
    path: manifestName,
    text: manifestText(new Map(files.map(({ path, text }) => [path, hashOf(text)]))),
  };
}

function manifestText(hashes: Hashes): string {
  const files = Object.fromEntries([...hashes].sort(([a], [b]) => (a < b ? -1 : 1)));
  const note = "What Ashlar has generated here. It changes and removes only these files.";
  return `${JSON.stringify({ note, files }, undefined, 2)}\n`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function list(paths: readonly string[]): string {
  const shown = paths.slice(0, 20).map((path) => `  ${path}`);
  return [...shown, ...(paths.length > 20 ? [`  … and ${paths.length - 20} more`] : [])].join("\n");
}
