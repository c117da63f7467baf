import { spawnSync } from "node:child_process";

/** The resources that a process used. */
export interface Run {
  /** Wall-clock time in milliseconds. */
  readonly time: number;
  /** The peak memory in megabytes. */
  readonly memory: number;
}

/** A script that is loaded before the program and reports the peak memory at exit. */
const reportMemory = 'process.on("exit", () => process._rawDebug("MEMORY " + process.resourceUsage().maxRSS));';

/** Runs a program, or an empty one, in a separate Node process. Throws an Error if it fails. */
export function runMeasured(program: string | undefined, args: readonly string[], cwd: string): Run {
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(reportMemory)}`];
  const script = program === undefined ? ["--eval", ""] : [program, ...args];
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [...preload, ...script], { cwd, encoding: "utf8" });
  const time = performance.now() - start;
  if (status !== 0) {
    throw new Error(`${script.join(" ")} ended with ${String(status)}:\n${stderr}`);
  }
  return { time, memory: Number(/^MEMORY (\d+)$/m.exec(stderr)?.[1]) / 1000 };
}
