import { spawnSync } from "node:child_process";

/** Commands that are run one after the other, and their unmeasured preparation. */
export interface Job {
  readonly name: string;
  readonly commands: readonly (readonly string[])[];
  readonly cwd?: string;
  readonly prepare?: () => void;
  /** Undoes the preparation; also not measured. */
  readonly finish?: () => void;
  /** The exit status of the commands; 0 by default. */
  readonly status?: number;
}

/** The number of times that each job is run. */
const rounds = 7;

/** Runs all jobs alternately, in separate processes. Returns the milliseconds of each run by the job's name. */
export function processesAlternately(jobs: readonly Job[]): Map<string, number[]> {
  const times = new Map(jobs.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const job of jobs) {
      job.prepare?.();
      const start = performance.now();
      job.commands.forEach((command) => run(command, job));
      times.get(job.name)?.push(performance.now() - start);
      job.finish?.();
    }
  }
  return times;
}

function run([program = "", ...args]: readonly string[], { cwd, status: expected = 0 }: Job): void {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== expected) {
    throw new Error(`${program} ${args.slice(0, 3).join(" ")} … ended with ${String(status)}:\n${stderr}`);
  }
}
