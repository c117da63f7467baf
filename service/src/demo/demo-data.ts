import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
