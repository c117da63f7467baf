import { spawnSync } from "node:child_process";

/** What a process needed. */
export interface Run {
  /** By the clock, in milliseconds. */
  readonly time: number;
  /** The most that it had at a time, in megabytes. */
  readonly memory: number;
}

/** Loaded before the program, it tells at the end the most that the process has had. */
const reportMemory = 'process.on("exit", () => process._rawDebug("MEMORY " + process.resourceUsage().maxRSS));';

/** Runs a program of Node as a process of its own, or nothing at all. Throws an error if it fails. */
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
