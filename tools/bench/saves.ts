import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

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

/** A small change of a specification. */
export interface Edit {
  readonly name: string;
  /** The text after the change with a number. */
  readonly text: (before: string, count: number) => string;
}

export const sentence: Edit = { name: "one sentence changed", text: changeSentence };

export const edits: readonly Edit[] = [
  sentence,
  { name: "one field more or less", text: toggleField },
  { name: "one type more or less", text: (text) => toggleAtEnd(text, "\nstruct BenchmarkType\n    one String\n") },
  { name: "one route more or less", text: (text) => toggleAtEnd(text, "\nroute benchmark (Void, Void, Void)\n") },
];

/** Adds a definition with an error, or removes it again. */
export function toggleError(text: string): string {
  return toggleAtEnd(text, "\nstruct BenchmarkError\n    one NoSuchType\n");
}

/** Returns the specifications, largest first, as paths relative to the folder. */
export function bySize(folder: string): string[] {
  return readdirSync(join(folder, "spec"))
    .filter((name) => name.endsWith(".stone"))
    .map((name) => ({ path: join("spec", name), size: readFileSync(join(folder, "spec", name)).length }))
    .sort((a, b) => b.size - a.size)
    .map(({ path }) => path);
}

/** Puts a number before the first sentence that documents a struct, or replaces the existing number. */
function changeSentence(text: string, count: number): string {
  return text.replace(/^(struct .*\n {4}")(?:No\. \\?\d+: )?/m, `$1No. ${count}: `);
}

/** Adds a field before the first one, or removes it again. */
function toggleField(text: string): string {
  const added = "    benchmark_field String?\n";
  return text.includes(added) ? text.replace(added, "") : text.replace(/^ {4}[a-z]\w* [A-Z]\w*\??\n/m, `${added}$&`);
}

function toggleAtEnd(text: string, added: string): string {
  return text.includes(added) ? text.replace(added, "") : text + added;
}
