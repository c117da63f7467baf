import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { codeOf, reasonOf, UsageError } from "./failure.js";
import { isRunning } from "./is-running.js";
import { removeIfEmpty } from "./remove-if-empty.js";

/**
 * The folder of which only one run can have a part: the lock of an output folder, and where its files are staged. It has
 * one folder in it, with the name of the run that holds it; empty it is free. A run comes in by one renaming and goes by
 * one removal, so that there is nothing in between, however it ends.
 */
const stagingName = ".ashlar-staging";

/** What the folder of a run that waits is called, with the name of the run behind it. */
const waitingPrefix = ".ashlar-";

/** What folders of runs are called, and nothing that others may have put beside them. */
const runFolder = /^\.ashlar-(?:staging|[0-9a-f]{12}-\d+-[0-9a-f]{8})$/;

/** How long a run may hold a folder, in milliseconds. It needs less than a second; one that was killed never ends. */
const longest = 60_000;
const interval = 20;

/** The names of runs tell whose they are, so that they cannot be without. */
const host = createHash("sha256").update(hostname()).digest("hex").slice(0, 12);

/**
 * Calls `use` with a folder for temporary files inside of `folder`, while no other run has one there; waits until it is
 * free, and removes what runs that were killed have left. Throws a UsageError if there cannot be one, and what the
 * signal says if it comes before. If `use` fails, folders that were made for it are removed.
 */
export async function withStaging<Result>(
  folder: string,
  interrupted: AbortSignal,
  use: (staging: string) => Promise<Result>,
): Promise<Result> {
  const run = `${host}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const made = trying(folder, () => mkdirSync(folder, { recursive: true }));
  let isDone = false;
  try {
    await take(folder, run, interrupted);
    const result = await use(join(folder, stagingName, run));
    isDone = true;
    return result;
  } finally {
    leave(folder, run);
    if (!isDone) {
      removeEmpty(folder, made);
    }
  }
}

/** Whether a run is at work in the folder, or has been killed there. */
export function hasStaging(folder: string): boolean {
  return runFolders(folder).length > 0;
}

/** The staging folder, and those of runs that wait. */
function runFolders(folder: string): string[] {
  return entriesOf(folder).filter((name) => runFolder.test(name));
}

async function take(folder: string, run: string, interrupted: AbortSignal): Promise<void> {
  const waiting = join(folder, waitingPrefix + run);
  while (!trying(folder, () => hasWaitingFolder(waiting, run) && isRenamed(waiting, join(folder, stagingName)))) {
    interrupted.throwIfAborted();
    if (!evictFrom(join(folder, stagingName))) {
      await setTimeout(interval);
    }
  }
  for (const other of runFolders(folder)) {
    evictFrom(join(folder, other));
  }
}

/** Makes the folder of a run that waits; others may remove it as long as it is empty. */
function hasWaitingFolder(waiting: string, run: string): boolean {
  // Not recursively: then Node would say of a read-only disk that something does not exist.
  isMade(waiting);
  try {
    return isMade(join(waiting, run));
  } catch (thrown) {
    if (codeOf(thrown) === "ENOENT") {
      return false;
    }
    throw thrown;
  }
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder);
  } catch (thrown) {
    if (codeOf(thrown) !== "EEXIST") {
      throw thrown;
    }
  }
  return true;
}

/** Renames a folder, unless there is one of the new name with something in it. */
function isRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (thrown) {
    const stats = statSync(to, { throwIfNoEntry: false });
    if (stats?.isDirectory() === false) {
      throw new UsageError(`Remove the file ${to}: Ashlar needs a folder of that name while it writes.`);
    }
    const code = codeOf(thrown);
    // What there is on Linux, macOS and Windows if the target is a folder with something in it.
    if (code === "ENOTEMPTY" || code === "EEXIST" || ((code === "EPERM" || code === "EACCES") && stats !== undefined)) {
      return false;
    }
    throw thrown;
  }
}

/** Removes those runs from a folder that have ended, and the folder if it is empty then; whether it was. */
function evictFrom(holder: string): boolean {
  for (const run of entriesOf(holder)) {
    if (hasEnded(run, join(holder, run))) {
      remove(join(holder, run));
    }
  }
  return removeIfEmpty(holder);
}

/** Whether a run that has left a folder has ended. Of those on other hosts, or with names unknown, only time can tell. */
function hasEnded(run: string, folder: string): boolean {
  const since = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  const [itsHost, pid] = run.split("-");
  return Date.now() - since > longest || (itsHost === host && !isRunning(Number(pid)));
}

/** Ends the part that a run has in the folder. */
function leave(folder: string, run: string): void {
  remove(join(folder, stagingName, run));
  removeIfEmpty(join(folder, stagingName));
  remove(join(folder, waitingPrefix + run));
}

/** Several runs may remove one that has ended at the same time, and where nothing can be removed nothing can be done. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next run tries again.
  }
}

/** The names in a folder; none if it cannot be read. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Removes a folder that was made, and those above it from `top` on, as long as they are empty. */
function removeEmpty(folder: string, top: string | undefined): void {
  if (top !== undefined && removeIfEmpty(folder) && folder !== top) {
    removeEmpty(dirname(folder), top);
  }
}

function trying<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (thrown) {
    throw thrown instanceof UsageError
      ? thrown
      : new UsageError(`${folder} cannot be written to: ${reasonOf(thrown)}.`);
  }
}
