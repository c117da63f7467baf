import { spawnSync } from "node:child_process";

/** What is measured, and its unmeasured preparation. */
export interface Job {
  readonly name: string;
  /** Commands that are run one after the other, or a function that returns the milliseconds it has measured itself. */
  readonly commands: readonly (readonly string[])[] | (() => Promise<number>);
  readonly cwd?: string;
  readonly prepare?: () => void;
  /** Undoes the preparation; also not measured. */
  readonly finish?: () => void;
  /** The exit status of the commands; 0 by default. */
  readonly status?: number;
}

/** The number of times that each job is run. */
const rounds = 7;

/** Runs all jobs alternately, in separate processes. Resolves to the milliseconds of each run by the job's name. */
export async function processesAlternately(jobs: readonly Job[]): Promise<Map<string, number[]>> {
  const times = new Map(jobs.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const job of jobs) {
      job.prepare?.();
      times.get(job.name)?.push(await measure(job));
      job.finish?.();
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

function run([program = "", ...args]: readonly string[], { cwd, status: expected = 0 }: Job): void {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== expected) {
    throw new Error(`${program} ${args.slice(0, 3).join(" ")} … ended with ${String(status)}:\n${stderr}`);
  }
}
