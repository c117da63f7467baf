import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { compile } from "../src/compiler/compile.js";
import { findHover } from "../src/language/hover/hover.js";
import { prepareLint } from "../src/language/lint.js";
import { Project } from "../src/language/project.js";
import { specFiles } from "../test/spec-files.js";
import { median } from "./alternately.js";
import { measuredApi } from "./measured-api.js";
import { edited, randomNumbers, withError } from "./random-edits.js";
import type { Table } from "./table.js";
import { judgeTarget } from "./target.js";

const [first, last] = [1_000, 10_000];

/** LSP-82: 100 ms where a warm compilation takes 482 ms. */
const longestTurn = 0.2;

/** The memory of a server after many edits, and how long it does nothing else at a time (LSP-81, LSP-82). */
export async function editing(): Promise<Table> {
  const turns = await measureTurns();
  const [early, late] = measureMemory();
  return {
    title: `Editing ${measuredApi.name} for long`,
    columns: ["value", "target", "met"],
    rows: [
      {
        name: "longest turn of the first compilation, per warm compilation",
        values: judged(turns.compiling, longestTurn),
      },
      { name: "longest turn of the linter, per warm compilation", values: judged(turns.linting, longestTurn) },
      { name: `MB after ${last} edits`, values: judged(late, 250) },
      { name: `memory after ${last} edits, per that after ${first}`, values: judged(late / early, 1.1) },
    ],
    notes: [...measuredApi.warnings],
  };
}

function judged(value: number, atMost: number): Table["rows"][number]["values"] {
  return [value, ...judgeTarget(value, { atMost })];
}

/** The longest turns, per warm compilation: the medians of several runs, because a busy machine makes any turn long. */
async function measureTurns(): Promise<{ readonly compiling: number; readonly linting: number }> {
  const files = specFiles(measuredApi.specs);
  compile(files);
  const runs: { readonly compiling: number; readonly linting: number }[] = [];
  for (let run = 0; run < 7; run++) {
    const start = performance.now();
    compile(files);
    const whole = performance.now() - start;
    const project = new Project();
    project.setFiles(files);
    const compiling = await longest((pause) => project.prepare(pause));
    const linting = await longest((pause) => prepareLint(project.snapshot, {}, pause, () => true));
    runs.push({ compiling: compiling / whole, linting: linting / whole });
  }
  return {
    compiling: median(runs.map(({ compiling }) => compiling)),
    linting: median(runs.map(({ linting }) => linting)),
  };
}

/** The longest time between two pauses, in milliseconds. */
async function longest(work: (pause: () => Promise<void>) => Promise<void>): Promise<number> {
  let most = 0;
  let start = performance.now();
  const end = (): void => {
    most = Math.max(most, performance.now() - start);
  };
  await work(async () => {
    end();
    await new Promise((resume) => setImmediate(resume));
    start = performance.now();
  });
  end();
  return most;
}

/** The memory in use after the first and after all edits, in MB. */
function measureMemory(): readonly [early: number, late: number] {
  const original = withError(specFiles(measuredApi.specs));
  const largest = original.reduce((most, file) => (file.text.length > most.text.length ? file : most));
  const project = new Project();
  const random = randomNumbers();
  let files = original;
  let early = NaN;
  for (let edit = 0; edit < last; edit++) {
    const file = edit % 2 === 0 ? largest : (files[Math.floor(random() * files.length)] ?? largest);
    const text = files.find(({ path }) => path === file.path)?.text ?? "";
    const changed = edited(text, edit, random);
    // Now and then all is undone: else there would be ever more text.
    files =
      edit % 20 === 19
        ? original
        : files.map((other) => (other.path === file.path ? { ...other, text: changed.text } : other));
    project.setFiles(files);
    findHover(project.snapshot, file.path, Math.min(changed.offset, text.length), () => undefined);
    if (edit === first) {
      early = memoryInUse();
    }
  }
  return [early, memoryInUse()];
}

function memoryInUse(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed / 1e6;
}
