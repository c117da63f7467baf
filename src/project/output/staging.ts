import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, rmdirSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { errorCode, failureReason, UsageError } from "../failure.js";
import { isRunning } from "./replace-files.js";

/**
 * The name of the staging folder, which is also the lock of an output folder. It contains one folder, named after the
 * run that holds the lock. If it is empty, the lock is free. A run acquires the lock with one rename and releases it
 * with one removal, so that there is no intermediate state, however the run ends.
 */
const stagingName = ".ashlar-staging";

/** The prefix of the names of waiting runs' folders, which is followed by the name of the run. */
const waitingPrefix = ".ashlar-";

/** Matches the names of the folders of runs, and no other names. */
const runFolder = /^\.ashlar-(?:staging|[0-9a-f]{12}-\d+-[0-9a-f]{8})$/;

/**
 * How long a run may hold the lock, in milliseconds. A run needs it for less than a second, but a killed run never
 * releases it.
 */
const longest = 60_000;
const interval = 20;

/** Identifies this host in the names of runs. */
const host = createHash("sha256").update(hostname()).digest("hex").slice(0, 12);

/**
 * Acquires the lock of `folder`, and calls `use` with a folder inside it for temporary files. Waits for the lock, and
 * cleans up after killed runs. Throws a UsageError if the folder cannot be created, or the reason of the signal if it
 * is aborted during the wait. If `use` fails, folders that were created for it are removed.
 */
export async function withStaging<Result>(
  folder: string,
  interrupted: AbortSignal,
  use: (staging: string) => Promise<Result>,
): Promise<Result> {
  const run = `${host}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const createdFolder = withWriteErrors(folder, () => mkdirSync(folder, { recursive: true }));
  let isDone = false;
  try {
    await acquireLock(folder, run, interrupted);
    const result = await use(join(folder, stagingName, run));
    isDone = true;
    return result;
  } finally {
    releaseLock(folder, run);
    if (!isDone) {
      removeEmpty(folder, createdFolder);
    }
  }
}

/** Whether a run is working in the folder, or was killed while it did. */
export function hasStaging(folder: string): boolean {
  return runFolders(folder).length > 0;
}

/** Returns the names of the staging folder and of the folders of waiting runs. */
function runFolders(folder: string): string[] {
  return listEntries(folder).filter((name) => runFolder.test(name));
}

async function acquireLock(folder: string, run: string, interrupted: AbortSignal): Promise<void> {
  const waiting = join(folder, waitingPrefix + run);
  while (
    !withWriteErrors(folder, () => ensureWaitingFolder(waiting, run) && tryRename(waiting, join(folder, stagingName)))
  ) {
    interrupted.throwIfAborted();
    if (!evictFrom(join(folder, stagingName))) {
      await setTimeout(interval);
    }
  }
  for (const other of runFolders(folder)) {
    evictFrom(join(folder, other));
  }
}

/** Creates the folder of a waiting run. Other runs may remove it while it is empty. */
function ensureWaitingFolder(waiting: string, run: string): boolean {
  // The folders are not created recursively, because Node would then report a read-only disk as something that does not
  // exist.
  ensureFolder(waiting);
  try {
    return ensureFolder(join(waiting, run));
  } catch (thrown) {
    if (errorCode(thrown) === "ENOENT") {
      return false;
    }
    throw thrown;
  }
}

function ensureFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
  } catch (thrown) {
    if (errorCode(thrown) !== "EEXIST") {
      throw thrown;
    }
  }
  return true;
}

/** Renames a folder, unless a non-empty folder with the new name exists. Returns whether the folder was renamed. */
function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (thrown) {
    const stats = statSync(to, { throwIfNoEntry: false });
    if (stats?.isDirectory() === false) {
      throw new UsageError(`Remove the file ${to}: Ashlar needs a folder of that name while it writes.`);
    }
    const code = errorCode(thrown);
    // The error codes of Linux, macOS and Windows for a non-empty target folder.
    if (code === "ENOTEMPTY" || code === "EEXIST" || ((code === "EPERM" || code === "EACCES") && stats !== undefined)) {
      return false;
    }
    throw thrown;
  }
}

/**
 * Removes the folders of runs that have ended, and then their parent folder if it is empty. Returns whether the parent
 * folder was removed.
 */
function evictFrom(holder: string): boolean {
  for (const run of listEntries(holder)) {
    if (hasEnded(run, join(holder, run))) {
      remove(join(holder, run));
    }
  }
  return removeIfEmpty(holder);
}

/** Whether a run has ended. For runs on other hosts, only the elapsed time is known. */
function hasEnded(run: string, folder: string): boolean {
  const since = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  const [itsHost, pid] = run.split("-");
  return Date.now() - since > longest || (itsHost === host && !isRunning(Number(pid)));
}

/** Releases the lock of a run, or ends its wait for the lock. */
function releaseLock(folder: string, run: string): void {
  remove(join(folder, stagingName, run));
  removeIfEmpty(join(folder, stagingName));
  remove(join(folder, waitingPrefix + run));
}

/** Removes a folder. Ignores failures, because other runs may remove it at the same time, or it may be read-only. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next run tries again.
  }
}

/** Returns the names in a folder; empty if it cannot be read. */
function listEntries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Removes a folder and its parents up to `top`, as long as they are empty. */
function removeEmpty(folder: string, top: string | undefined): void {
  if (top !== undefined && removeIfEmpty(folder) && folder !== top) {
    removeEmpty(dirname(folder), top);
  }
}

function withWriteErrors<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (thrown) {
    throw thrown instanceof UsageError
      ? thrown
      : new UsageError(`${folder} cannot be written to: ${failureReason(thrown)}.`);
  }
}

/** Removes a folder if it is empty. Returns whether the folder was removed. */
export function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
