import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Edit } from "./edits.js";

/** The numbers of times that each file is saved for the warm-up and for the measurement. */
const warmUps = 12;
const saves = 15;

/** The pause between two saves, so that they are not coalesced. In milliseconds. */
const pause = 300;

/** A change of a file. */
export interface Save extends Edit {
  readonly path: string;
}

/**
 * Makes changes in a folder that `ashlar generate --watch` watches. Returns, by name of change, the milliseconds from
 * the end of each save to the report of the run: that all files are written, or which errors there are.
 */
export async function savesWatched(
  main: string,
  folder: string,
  edits: readonly Save[],
  report: "wrote" | "error",
): Promise<Map<string, number[]>> {
  const watch = spawn(process.execPath, [main, "generate", "--watch"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  watch.stdout.setEncoding("utf8");
  watch.stderr.setEncoding("utf8").resume();
  const reports = report === "error" ? watch.stderr : watch.stdout;
  try {
    await waitForOutput(watch.stdout, "Watching");
    const times = new Map(edits.map(({ name }) => [name, [] as number[]]));
    const before = new Map(edits.map(({ path }) => [path, readFileSync(join(folder, path), "utf8")]));
    for (let count = 0; count < warmUps + saves; count++) {
      for (const { name, path, text } of edits) {
        await setTimeout(pause);
        const changed = text(before.get(path) ?? "", count);
        const told = waitForOutput(reports, report);
        writeFileSync(join(folder, path), changed);
        const start = performance.now();
        await told;
        if (count >= warmUps) {
          times.get(name)?.push(performance.now() - start);
        }
        before.set(path, changed);
      }
    }
    return times;
  } finally {
    watch.kill();
    await once(watch, "close");
  }
}

async function waitForOutput(output: NodeJS.ReadableStream, word: string): Promise<void> {
  let text = "";
  while (!text.includes(word)) {
    const [piece] = (await once(output, "data")) as [string];
    text += piece;
  }
}
