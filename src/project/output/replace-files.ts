import { chmod, mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { PrintedFile } from "../../generator/code/module.js";
import { removeAbandoned } from "./remove-abandoned.js";
import { failureReason, UsageError } from "../failure.js";

/**
 * Writes files to a folder. Each is first written to a temporary file and then moved into place, so that no file is
 * ever incomplete. Preserves links and permissions. Throws a UsageError if a file cannot be written.
 */
export async function replaceFiles(folder: string, files: readonly PrintedFile[]): Promise<void> {
  const staged = new Map<string, string>();
  try {
    if (files.length > 0) {
      await mkdir(folder, { recursive: true });
    }
    for (const { path, text } of files) {
      const place = await realpath(join(folder, path)).catch(() => join(folder, path));
      const beside = `${place}.${process.pid}.tmp`;
      staged.set(beside, place);
      await writeFile(beside, text);
      removeAbandoned(dirname(place), `${basename(place)}.`, /^\.tmp$/);
      await copyPermissions(place, beside);
    }
    for (const [beside, place] of staged) {
      await rename(beside, place);
    }
  } catch (thrown) {
    await Promise.all([...staged.keys()].map((beside) => rm(beside, { force: true }).catch(() => undefined)));
    throw new UsageError(`Files cannot be written to ${folder}: ${failureReason(thrown)}.`);
  }
}

/** Copies the permissions of an existing file. If it does not exist, the new file keeps the default. */
async function copyPermissions(from: string, to: string): Promise<void> {
  const stats = await stat(from).catch(() => undefined);
  if (stats !== undefined) {
    await chmod(to, stats.mode);
  }
}
