import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FolderInUse, lockFolder } from "../database/folder-lock.js";
import { findRunningService } from "../operator/channel.js";
import { StartProblem } from "../start-problem.js";
import { damagedDemo, isComplete, readDemoData } from "./demo-data.js";

/**
 * Prepares a folder for a start of the demo. Removes a demo that an earlier start left incomplete. Rejects with a {@link
 * StartProblem} if a running demo uses the folder, or if its data is damaged.
 */
export async function prepareFolder(folder: string): Promise<void> {
  const database = join(folder, "database");
  if (existsSync(database)) {
    const release = await lockFolder(database).catch(async (thrown: unknown) => {
      throw thrown instanceof FolderInUse ? await alreadyRunning(folder, thrown) : thrown;
    });
    release();
  }
  if (!isComplete(folder)) {
    beginAgain(folder);
  } else if (!existsSync(join(database, "postgres", "PG_VERSION")) || !existsSync(join(folder, "contents"))) {
    throw damagedDemo(folder);
  }
}

/**
 * Empties a folder that contains an incomplete demo, and writes the file that marks it as incomplete. Throws a
 * {@link StartProblem} if the folder contains other data.
 */
function beginAgain(folder: string): void {
  const marker = join(folder, "demo-under-way");
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(marker)) {
    throw new StartProblem(
      `The folder ${folder} contains files that do not belong to the demo. Set DATA_FOLDER to another folder, or delete this one if you do not need it.`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(marker, "");
}

async function alreadyRunning(folder: string, { holder }: FolderInUse): Promise<StartProblem> {
  const serviceUrl = await findRunningService(folder);
  const consoleUrl = isComplete(folder) ? readDemoData(folder).lastConsole : undefined;
  const urls =
    serviceUrl === undefined || consoleUrl === undefined
      ? ""
      : ` Its console is at ${consoleUrl}, and its service at ${serviceUrl}.`;
  return new StartProblem(
    `The demo is already running.${urls} Use it, or stop it first. ${holder} is using the folder ${folder}.`,
  );
}
