import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { randomText } from "./ids.js";

/** How long to wait before looking whether somebody else has taken the folder at the same moment, in milliseconds. */
const pause = 50;

/**
 * Makes sure that no other process uses a folder; gives what releases it. A process that was killed holds it no longer.
 * Throws an Error that names the process that has it.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const file = join(folder, "process-id");
  const ours = `${process.pid} ${randomText(8)}\n`;
  for (;;) {
    try {
      writeFileSync(file, ours, { flag: "wx" });
      break;
    } catch (thrown) {
      if (!(thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST")) {
        throw thrown;
      }
      const holder = parseInt(readFileSync(file, "utf8"), 10);
      if (holder !== process.pid && isRunning(holder)) {
        throw new Error(`The process ${holder} uses the folder ${folder}. If that is no service, remove ${file}.`);
      }
      renameSync(file, `${file}.old`);
    }
  }
  await setTimeout(pause);
  if (readFileSync(file, "utf8") !== ours) {
    throw new Error(`Another process has just taken the folder ${folder}.`);
  }
  return () => rmSync(file, { force: true });
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}
