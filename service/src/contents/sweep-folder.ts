import { link, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Removes contents that are not needed, and no newer than a time, from the folder in which they are kept; gives their number. */
export async function sweepFolder(
  folder: string,
  before: Date,
  needed: (contents: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const trash = join(folder, "trash");
  await mkdir(trash, { recursive: true });
  for (const prefix of await readdir(folder)) {
    if (/^[0-9a-f]{2}$/.test(prefix)) {
      const old = await oldFiles(join(folder, prefix), before);
      const kept = old.length === 0 ? new Set() : await needed(old);
      for (const content of old.filter((name) => !kept.has(name))) {
        await unlessGone(rename(join(folder, prefix, content), join(trash, content)));
      }
    }
  }
  return emptyTrash(folder, trash, before);
}

/**
 * Whoever begins to need a content has added it just before, so that it is new. One that was added since we looked is put
 * back; so is one that a process which is no more has left here.
 */
async function emptyTrash(folder: string, trash: string, before: Date): Promise<number> {
  const old = new Set(await oldFiles(trash, before));
  for (const content of await readdir(trash)) {
    if (!old.has(content)) {
      await unlessGone(link(join(trash, content), join(folder, content.slice(0, 2), content)));
    }
    await rm(join(trash, content), { force: true });
  }
  return old.size;
}

/** Removes files that were last written before a time. */
export async function removeOld(folder: string, before: Date): Promise<void> {
  for (const name of await oldFiles(folder, before)) {
    await rm(join(folder, name), { force: true });
  }
}

async function oldFiles(folder: string, before: Date): Promise<string[]> {
  const old: string[] = [];
  for (const name of await readdir(folder)) {
    const state = await unlessGone(stat(join(folder, name)));
    if (state !== undefined && state.mtime < before) {
      old.push(name);
    }
  }
  return old;
}

/** Others may have been faster: the file is no longer here, or already there. */
async function unlessGone<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return work.catch((thrown: unknown) => {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code === "ENOENT" || code === "EEXIST") {
      return undefined;
    }
    throw thrown;
  });
}
