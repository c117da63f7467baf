import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "./is-running.js";

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
