import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { reasonOf, UsageError } from "./failure.js";

/** Where a run keeps what it is about to move into place. Only one run can have it: it is the lock of the folder too. */
const stagingName = ".ashlar-staging";
const ownerName = "owner.json";

interface Owner {
  readonly host: string;
  readonly pid: number;
}

/** How long a run may hold a folder, in milliseconds. It needs less than a second; one that was killed never ends. */
const longest = 60_000;
const interval = 20;

/**
 * Calls `use` with a folder for temporary files inside of `folder`, while no other run has one there; waits until it is
 * free, and removes what runs that were killed have left. Throws a UsageError if there cannot be one.
 */
export async function withStaging<Result>(folder: string, use: (staging: string) => Promise<Result>): Promise<Result> {
  const staging = join(folder, stagingName);
  await take(folder, staging);
  try {
    return await use(staging);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function take(folder: string, staging: string): Promise<void> {
  const mine = join(folder, `.ashlar-${process.pid}`);
  try {
    mkdirSync(mine, { recursive: true });
    writeFileSync(join(mine, ownerName), JSON.stringify({ host: hostname(), pid: process.pid } satisfies Owner));
    while (!isRenamed(mine, staging)) {
      if (isAbandoned(staging)) {
        discard(staging, join(mine, "abandoned"));
      } else {
        await setTimeout(interval);
      }
    }
  } catch (thrown) {
    discard(mine, mine);
    throw new UsageError(`${folder} cannot be written into: ${reasonOf(thrown)}.`);
  }
}

/** Renames a folder, unless there is one of the new name: it is never without its owner, and so never half taken. */
function isRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    // What there is on Linux, macOS and Windows if the target is a folder with something in it.
    if (code === "ENOTEMPTY" || code === "EEXIST" || code === "EPERM" || code === "EACCES") {
      if (statSync(to, { throwIfNoEntry: false }) !== undefined) {
        return false;
      }
    }
    throw thrown;
  }
}

/** Whether the run that has a staging folder has ended without removing it. */
function isAbandoned(staging: string): boolean {
  const since = statSync(join(staging, ownerName), { throwIfNoEntry: false })?.mtimeMs;
  if (since === undefined) {
    return false; // it has just been removed
  }
  if (Date.now() - since > longest) {
    return true;
  }
  const owner = ownerOf(staging);
  return owner?.host === hostname() && !isRunning(owner.pid);
}

function ownerOf(staging: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(staging, ownerName), "utf8")) as Owner;
  } catch {
    return undefined;
  }
}

/** Removes a staging folder. Renamed first, so that of two runs which find it only one does. */
function discard(staging: string, to: string): void {
  try {
    renameSync(staging, to);
    rmSync(to, { recursive: true, force: true });
  } catch {
    // Another run was quicker, or nothing can be done here at all.
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}
