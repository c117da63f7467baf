import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lockFolder } from "../database/folder-lock.js";
import { StartProblem } from "../start-problem.js";
import { damagedDemo, isComplete } from "./demo-data.js";

/**
 * Checks that no other demo uses a folder, and that its data is complete. A partially created demo of an earlier start is
 * removed. Throws a {@link StartProblem} for a folder that cannot be used.
 */
export async function claimFolder(folder: string): Promise<void> {
  const database = join(folder, "database");
  if (existsSync(database)) {
    const release = await lockFolder(database).catch((thrown: unknown) => {
      throw new StartProblem(`${runningAlready} ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    });
    release();
  }
  if (!isComplete(folder)) {
    rmSync(folder, { recursive: true, force: true });
  } else if (!existsSync(join(database, "postgres", "PG_VERSION")) || !existsSync(join(folder, "contents"))) {
    throw damagedDemo(folder);
  }
}

const runningAlready = "The demo is already running. Use it, or stop it first.";
