import { spawnSync } from "node:child_process";

/** The cost of a process and of the processes that it starts. */
export interface ProcessCost {
  /** The processor time of all threads. */
  readonly cpuMs: number;
  /** The largest resident set of one process. */
  readonly peakBytes: number;
}

/** Node reports the usage of its own process only; Python also that of the processes which it has waited for. */
const measuringProgram = `
import json, resource, subprocess, sys
run = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
kilobyte = 1 if sys.platform == "darwin" else 1024
if run.returncode != 0:
    sys.exit(run.stdout.decode())
print(json.dumps({"cpuMs": 1000 * (usage.ru_utime + usage.ru_stime), "peakBytes": kilobyte * usage.ru_maxrss}))
`;

/** Runs a command in a folder. Returns its cost. Throws an Error with its output if it fails. */
export function processCost(command: readonly string[], cwd: string): ProcessCost {
  const { status, stdout, stderr } = spawnSync("python3", ["-c", measuringProgram, ...command], {
    cwd,
    encoding: "utf8",
  });
  if (status !== 0) {
    throw new Error(`${command.join(" ")} failed:\n${stderr}`);
  }
  return JSON.parse(stdout) as ProcessCost;
}
