import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lockFolder } from "../database/folder-lock.js";
import { StartProblem } from "../start-problem.js";
import { damagedDemo, isMade } from "./demo-data.js";

/**
 * Makes sure that no other demo uses a folder, and that nothing in it has been deleted. A demo that an earlier start has
 * only begun to make is removed. Throws a {@link StartProblem} for a folder that cannot be used.
 */
export async function claimFolder(folder: string): Promise<void> {
  const database = join(folder, "database");
  if (existsSync(database)) {
    const release = await lockFolder(database).catch((thrown: unknown) => {
      throw new StartProblem(`${runningAlready} ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    });
    release();
  }
  if (!isMade(folder)) {
    rmSync(folder, { recursive: true, force: true });
  } else if (!existsSync(join(database, "postgres", "PG_VERSION")) || !existsSync(join(folder, "contents"))) {
    throw damagedDemo(folder);
  }
}

const runningAlready = "The demo is running already: use that one, or stop it first.";
