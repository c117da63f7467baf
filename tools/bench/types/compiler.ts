import { execFile } from "node:child_process";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";

/** The times of one run of the compiler, in seconds. */
export interface Run {
  /** The time from the start of the process to its end. */
  readonly whole: number;
  /** The time for checking types, as reported by the compiler. */
  readonly check: number;
}

/** Type-checks a project with the compiler at a path. Throws if it finds an error. */
export async function typeCheck(compiler: string, project: string): Promise<Run> {
  const start = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [
    compiler,
    ...["-p", project, "--noEmit", "--extendedDiagnostics"],
  ]);
  const whole = (performance.now() - start) / 1000;
  return { whole, check: Number(/^Check time:\s*([\d.]+)s/m.exec(stdout)?.[1]) };
}
