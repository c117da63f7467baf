import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { inject } from "vitest";

export const binary = resolve("dist/cli/main.js");

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What the command reads from standard input. */
  readonly input?: string | Uint8Array;
}

export interface TracedOutcome extends Outcome {
  /** The URLs of the modules of which a function was called. */
  readonly modules: readonly string[];
}

interface ProcessOptions extends RunOptions {
  /** Options of Node itself. */
  readonly node?: readonly string[];
  /** The binary of another copy of Ashlar. */
  readonly program?: string;
}

/** The process that runs the binary for all files of this worker; it ends with the worker. */
let warmProcess: ChildProcess | undefined;
let lastRun: Promise<unknown> = Promise.resolve();

/**
 * Runs the built binary, one run after the other, in a process that is ready for it: `warm-process.mjs` has the details. With an
 * environment that says nothing of colors.
 */
export function ashlar(
  args: readonly string[],
  { cwd = ".", env = {}, input = "" }: RunOptions = {},
): Promise<Outcome> {
  const base64 = Buffer.from(input).toString("base64");
  return runWarm({ args, cwd: resolve(cwd), env: { ...environment(), ...env }, input: base64 });
}

/** Runs the built binary as {@link ashlar} does, and says what of it was used. */
export function ashlarTraced(args: readonly string[], { cwd }: { readonly cwd: string }): Promise<TracedOutcome> {
  return runWarm({ args, cwd, env: environment(), isTraced: true });
}

function runWarm<Result extends Outcome>(run: object): Promise<Result> {
  const result = lastRun.then(() => sendToWarmProcess<Result>(run));
  lastRun = result.catch(() => undefined);
  return result;
}

async function sendToWarmProcess<Result extends Outcome>(run: object): Promise<Result> {
  warmProcess ??= startWarmProcess();
  const child = warmProcess;
  const ending = new AbortController();
  const ended = once(child, "exit", ending).then(() => {
    warmProcess = undefined;
    throw new Error("The process of the binary has ended during a run.");
  });
  child.send(run);
  try {
    const [outcome] = (await Promise.race([once(child, "message", ending), ended])) as [Result | { failure: string }];
    if ("failure" in outcome) {
      throw new Error(outcome.failure);
    }
    return outcome;
  } finally {
    ending.abort();
  }
}

/** Starts a process that is ready to run the binary again and again. */
export function startWarmProcess(): ChildProcess {
  return fork(join(import.meta.dirname, "warm-process.mjs"), [binary], {
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** Runs the built binary in a process of its own, for what only a process has: signals, options of Node. */
export async function ashlarProcess(args: readonly string[], options: ProcessOptions = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [...(options.node ?? []), options.program ?? binary, ...args], {
    cwd: options.cwd,
    env: { ...environment(), ...options.env },
  });
  child.stdin.on("error", () => undefined); // a command that does not read it may be gone before all is written
  child.stdin.end(options.input ?? "");
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  }
  const code = await new Promise<number | null>((done, fail) => child.on("error", fail).on("close", done));
  return { code, ...texts };
}

/** The environment of the tests, which says nothing of colors. */
export function environment(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...others } = process.env;
  return others;
}

/** A folder with files by their paths; removed when all tests have run. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(inject("temporary"), "cli-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
