import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FolderInUse, lockFolder } from "../database/folder-lock.js";
import { findRunningService } from "../operator/channel.js";
import { StartProblem } from "../start-problem.js";

/** The key and the secret of an app. */
export interface AppKeys {
  readonly key: string;
  readonly secret: string;
}

/** The data of a demo that is stored between starts. */
export interface DemoData {
  readonly teamId: string;
  /** The ids of the members who have activity. */
  readonly memberIds: readonly string[];
  /** The last day that has activity, as `YYYY-MM-DD`. */
  readonly lastDay: string;
  /** URL of an admin console to the app of that console. */
  readonly consoles: Readonly<Record<string, AppKeys>>;
  /** The URL of the console at the last start; undefined in data of older versions. */
  readonly lastConsole?: string;
  /** A user app with which people can try calls. */
  readonly sample: AppKeys;
  /** A token of the sample app for the administrator's account. */
  readonly token: string;
}

/** Returns whether a folder contains a complete demo. The data file is written last. */
export function isComplete(folder: string): boolean {
  return existsSync(dataFile(folder));
}

/** Reads the data of the demo in a folder. Throws a {@link StartProblem} if the file is damaged. */
export function readDemoData(folder: string): DemoData {
  try {
    const data = JSON.parse(readFileSync(dataFile(folder), "utf8")) as Partial<DemoData>;
    if (
      data.token !== undefined &&
      data.sample !== undefined &&
      data.consoles !== undefined &&
      data.memberIds !== undefined
    ) {
      return data as DemoData;
    }
  } catch {
    // handled below
  }
  throw damagedDemo(folder);
}

/** Writes the data of a demo atomically. */
export function writeDemoData(folder: string, data: DemoData): void {
  const file = dataFile(folder);
  writeFileSync(`${file}.new`, JSON.stringify(data, undefined, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Returns the problem to throw for damaged data. */
export function damagedDemo(folder: string): StartProblem {
  return new StartProblem(`The demo data in ${folder} is damaged. Delete this folder and start the demo again.`);
}

function dataFile(folder: string): string {
  return join(folder, "demo.json");
}

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
