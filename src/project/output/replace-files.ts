import { chmod, mkdir, realpath, rename, rm, stat, writeFile, access, constants } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import type { PrintedFile } from "../../generator/code/module.js";
import { failureReason, UsageError, errorCode } from "../failure.js";
import type { SourceFile } from "../../text/source.js";
import { readdirSync, rmSync } from "node:fs";

/**
 * Writes files to a folder. Each is first written to a temporary file and then moved into place, so that no file is
 * ever incomplete. Preserves links and permissions. Throws a UsageError if a file cannot be written.
 */
export async function replaceFiles(folder: string, files: readonly PrintedFile[]): Promise<void> {
  const targets = new Map<string, string>();
  try {
    if (files.length > 0) {
      await mkdir(folder, { recursive: true });
    }
    for (const { path, text } of files) {
      const place = await realpath(join(folder, path)).catch(() => join(folder, path));
      const temporaryPath = `${place}.${process.pid}.tmp`;
      targets.set(temporaryPath, place);
      await writeFile(temporaryPath, text);
      removeAbandoned(dirname(place), `${basename(place)}.`, /^\.tmp$/);
      await copyPermissions(place, temporaryPath);
    }
    for (const [temporaryPath, place] of targets) {
      await rename(temporaryPath, place);
    }
  } catch (thrown) {
    await Promise.all(
      [...targets.keys()].map((temporaryPath) => rm(temporaryPath, { force: true }).catch(() => undefined)),
    );
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

/** Writes the files whose text has changed. Throws a UsageError, and writes nothing, if one of them cannot be written. */
export async function writeChanged(before: readonly SourceFile[], after: readonly SourceFile[]): Promise<void> {
  const texts = new Map(before.map(({ path, text }) => [path, text]));
  const changed = after.filter(({ path, text }) => texts.get(path) !== text);
  for (const { path } of changed) {
    await access(path, constants.W_OK).catch((thrown: unknown) => {
      throw new UsageError(`${path} cannot be written: ${failureReason(thrown)}.`);
    });
  }
  const folder = process.cwd();
  await replaceFiles(
    folder,
    changed.map(({ path, text }) => ({ path: relative(folder, path), text })),
  );
}

/**
 * Removes the temporary files of processes that were killed: the files in `folder` whose names consist of `start`, the
 * id of a process that no longer exists, and a string that `end` matches.
 */
export function removeAbandoned(folder: string, start: string, end: RegExp): void {
  for (const name of namesIn(folder)) {
    const parts = name.startsWith(start) ? /^(\d+)(.*)$/.exec(name.slice(start.length)) : null;
    const [, pid, rest = ""] = parts ?? [];
    if (pid !== undefined && end.test(rest) && !isRunning(Number(pid))) {
      rmSync(join(folder, name), { force: true });
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Whether a process with this id exists. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return errorCode(thrown) === "EPERM";
  }
}
