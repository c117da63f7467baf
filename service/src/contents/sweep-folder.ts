import { link, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns whether a folder name consists of two hexadecimal digits. Such a folder holds the contents whose names start with
 * them.
 */
export function isPrefix(name: string): boolean {
  return /^[0-9a-f]{2}$/.test(name);
}

/** Removes contents that are not needed and were last added before the time `before`. Returns how many were removed. */
export async function sweepFolder(
  folder: string,
  before: Date,
  needed: (contents: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const trash = join(folder, "trash");
  await mkdir(trash, { recursive: true });
  for (const prefix of await readdir(folder)) {
    if (isPrefix(prefix)) {
      const old = await findOldFiles(join(folder, prefix), before);
      const kept = old.length === 0 ? new Set() : await needed(old);
      for (const content of old.filter((name) => !kept.has(name))) {
        await ignoreMissing(rename(join(folder, prefix, content), join(trash, content)));
      }
    }
  }
  return emptyTrash(folder, trash, before);
}

/**
 * Deletes old contents in the trash, and restores the others: they were added again after the check. This includes contents
 * that a process left in the trash when it crashed.
 */
async function emptyTrash(folder: string, trash: string, before: Date): Promise<number> {
  const old = new Set(await findOldFiles(trash, before));
  for (const content of await readdir(trash)) {
    if (!old.has(content)) {
      await ignoreMissing(link(join(trash, content), join(folder, content.slice(0, 2), content)));
    }
    await rm(join(trash, content), { force: true });
  }
  return old.size;
}

/** Removes files that were last written before a time. */
export async function removeOld(folder: string, before: Date): Promise<void> {
  for (const name of await findOldFiles(folder, before)) {
    await rm(join(folder, name), { force: true });
  }
}

async function findOldFiles(folder: string, before: Date): Promise<string[]> {
  const old: string[] = [];
  for (const name of await readdir(folder)) {
    const state = await ignoreMissing(stat(join(folder, name)));
    if (state !== undefined && state.mtime < before) {
      old.push(name);
    }
  }
  return old;
}

/** Ignores the errors ENOENT and EEXIST, which occur if another process has been faster. */
async function ignoreMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return work.catch((thrown: unknown) => {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code === "ENOENT" || code === "EEXIST") {
      return undefined;
    }
    throw thrown;
  });
}
