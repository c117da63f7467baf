import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as library from "../../src/index.js";
import { median } from "./alternately.js";
import { cleanProject, makeProject, options, repository, withTemporaryFolder } from "./measured-api.js";
import { bySize, type Edit, edits, type Save, savesWatched, sentence, toggleError } from "./saves.js";
import { judgeTarget, type Row, type Table, type Target } from "./table.js";

const warmUps = 4;
const warmRuns = 9;

const main = join(repository, "dist/cli/main.js");

/** Measures the command line: whole processes, and saves under `--watch`. */
export async function compile(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    await makeProject(folder);
    writeFileSync(join(folder, "empty.mjs"), "");
    const times = await processesAlternately(ashlarJobs(folder));
    const row = (name: string, one: string, other: string, target?: Target): Row => {
      const [ones = [], others = []] = [times.get(one), times.get(other)];
      const ratio = median(ones.map((time, round) => time / (others[round] ?? NaN)));
      return { name, values: [ratio, ...judgeTarget(ratio, target), median(ones), median(others)] };
    };
    const whole = await measureWarmRuns(folder);
    const saved = await measureSaves(folder);
    const megabytes = statSync(join(folder, "openapi.json")).size / 1e6;
    return {
      columns: ["ratio", "target", "met", "ms", "of ms"],
      rows: [
        row("generate, nothing changed / an empty process", "nothing changed", "empty", { atMost: 1.7 }),
        row("generate, nothing changed since the run before wrote all / an empty process", "first again", "empty"),
        row("export openapi / generate, from nothing", "export openapi", "from nothing", { atMost: 1 }),
        row("export json-schema / generate, from nothing", "export json-schema", "from nothing", { atMost: 1 }),
        { name: "the OpenAPI document, in MB", values: [megabytes, ...judgeTarget(megabytes, { atMost: 3 })] },
        row("mock, until it has answered a call / check", "mock", "check", { atMost: 2 }),
        ...[...saved].map(([name, list]) => ({ name, values: savedCells(name, median(list), whole) })),
      ],
    };
  });
}

function ashlarJobs(folder: string): Job[] {
  const generate = [process.execPath, main, "generate"];
  return [
    {
      name: "from nothing",
      commands: [generate],
      cwd: folder,
      prepare: () => cleanProject(folder),
    },
    { name: "first again", commands: [generate], cwd: folder },
    { name: "nothing changed", commands: [generate], cwd: folder },
    { name: "empty", commands: [[process.execPath, "empty.mjs"]], cwd: folder },
    exporting(folder, "openapi", "openapi.json"),
    exporting(folder, "json-schema", "schemas"),
    { name: "check", commands: [[process.execPath, main, "check", "spec"]], cwd: folder },
    { name: "mock", commands: () => timeToFirstAnswer(main, folder) },
  ];
}

/** Returns an export whose output does not exist yet. */
function exporting(folder: string, format: string, output: string): Job {
  return {
    name: `export ${format}`,
    commands: [[process.execPath, main, "export", format]],
    cwd: folder,
    prepare: () => rmSync(join(folder, output), { recursive: true, force: true }),
  };
}

/** Returns the largest file, and the largest files below two limits in bytes. */
function measuredFiles(folder: string): { readonly largest: string; readonly middle: string; readonly small: string } {
  const paths = bySize(folder);
  const upTo = (size: number): string => paths.find((path) => sizeOf(folder, path) <= size) ?? "";
  return { largest: paths[0] ?? "", middle: upTo(125_000), small: upTo(15_000) };
}

function sizeOf(folder: string, path: string): number {
  return readFileSync(join(folder, path)).length;
}

function describeFile(folder: string, path: string): string {
  return `${path}, ${Math.round(sizeOf(folder, path) / 1000)} KB`;
}

/** Changes a file. */
function change(folder: string, path: string, text: (before: string) => string): void {
  writeFileSync(join(folder, path), text(readFileSync(join(folder, path), "utf8")));
}

/** Returns saves of the files that have targets. */
function saves(folder: string, ofEdits: readonly Edit[]): Save[] {
  const { largest, middle } = measuredFiles(folder);
  return [largest, middle].flatMap((path) =>
    ofEdits.map((edit) => ({ ...edit, path, name: `saved, ${edit.name}: ${describeFile(folder, path)}` })),
  );
}

/** Measures saves in milliseconds, without errors and with an error in another file. */
async function measureSaves(folder: string): Promise<Map<string, number[]>> {
  const { small } = measuredFiles(folder);
  const right = await savesWatched(main, folder, saves(folder, edits), "wrote");
  change(folder, small, toggleError);
  const withError = { ...sentence, name: `${sentence.name}, an error elsewhere` };
  return new Map([...right, ...(await savesWatched(main, folder, saves(folder, [withError]), "error"))]);
}

/** Returns the median time of `generate` in this process, which is warm and recomputes everything, in milliseconds. */
async function measureWarmRuns(folder: string): Promise<number> {
  const { generate } = await builtLibrary();
  const { largest } = measuredFiles(folder);
  const times: number[] = [];
  for (let count = 0; count < warmUps + warmRuns; count++) {
    change(folder, largest, (text) => sentence.text(text, count));
    const start = performance.now();
    const { kind } = await generate({
      specs: join(folder, "spec"),
      out: join(folder, "warm"),
      ...options,
    });
    if (kind !== "written") {
      throw new Error("The changed specification does not compile");
    }
    if (count >= warmUps) {
      times.push(performance.now() - start);
    }
  }
  return median(times);
}

function savedCells(name: string, time: number, whole: number): Row["values"] {
  const isLarge = Number(/(\d+) KB$/.exec(name)?.[1]) > 125;
  const ratio = time / whole;
  return [ratio, ...judgeTarget(ratio, { atMost: isLarge ? 0.3 : 0.06 }), time, whole];
}

/** What is measured, and its unmeasured preparation. */
interface Job {
  readonly name: string;
  /** Commands that are run one after the other, or a function that returns the milliseconds it has measured itself. */
  readonly commands: readonly (readonly string[])[] | (() => Promise<number>);
  readonly cwd?: string;
  readonly prepare?: () => void;
}

/** The number of times that each job is run. */
const roundsOfJobs = 7;

/** Runs all jobs alternately, in separate processes. Resolves to the milliseconds of each run by the job's name. */
async function processesAlternately(jobs: readonly Job[]): Promise<Map<string, number[]>> {
  const times = new Map(jobs.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < roundsOfJobs; round++) {
    for (const job of jobs) {
      job.prepare?.();
      times.get(job.name)?.push(await measure(job));
    }
  }
  return times;
}

async function measure(job: Job): Promise<number> {
  const { commands } = job;
  if (typeof commands === "function") {
    return commands();
  }
  const start = performance.now();
  commands.forEach((command) => run(command, job));
  return performance.now() - start;
}

function run([program = "", ...args]: readonly string[], { cwd }: Job): void {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) {
    throw new Error(`${program} ${args.slice(0, 3).join(" ")} … ended with ${String(status)}:\n${stderr}`);
  }
}

const path = "/2/team/get_info";

/**
 * Starts `ashlar mock` in a folder. Returns the milliseconds until it has answered its first call. Throws an Error if it
 * ends before that, or refuses the call.
 */
async function timeToFirstAnswer(main: string, folder: string): Promise<number> {
  const start = performance.now();
  const mock = spawn(process.execPath, [main, "mock", "--port", "0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(mock, "close");
  try {
    const listening = once(mock.stdout.setEncoding("utf8"), "data").then(([address]) => String(address).trim());
    const address = await Promise.race([listening, ended.then(() => undefined)]);
    if (address === undefined) {
      throw new Error("`ashlar mock` ended before it listened.");
    }
    const { status } = await fetch(new URL(path, address), {
      method: "POST",
      headers: { Authorization: "Bearer token", "Content-Type": "application/json" },
      body: "null",
    });
    if (status !== 200) {
      throw new Error(`\`ashlar mock\` answered ${path} with ${status}.`);
    }
    return performance.now() - start;
  } finally {
    mock.kill();
    await ended;
  }
}

/** Returns the library as it is published, because sources that are compiled on the fly are slower. */
async function builtLibrary(): Promise<typeof library> {
  return (await import(pathToFileURL(join(repository, "dist/index.js")).href)) as typeof library;
}
