import sql from "sql-template-tag";
import { nameActor } from "../access/audit.js";
import type { Backend } from "../backend.js";
import {
  disableLockTimeout,
  isDatabaseUnavailable,
  jsonText,
  LostConnection,
  type Queries,
} from "../database/database.js";
import { faultAt } from "../faults.js";
import type { Job, JobKind } from "./job.js";
import { WorkLoop } from "./work-loop.js";

/** The outcome of a job; the result is optional. */
export interface JobOutcome {
  readonly status: "complete" | "failed";
  readonly result?: unknown;
}

/** Does the work of a job in the transaction that completes the job, so that both are committed or neither. */
export type Work = (queries: Queries, job: Job) => Promise<JobOutcome>;

/** Handles a job that will not be retried again, in the transaction that marks the job as failed. */
export type Report = (queries: Queries, job: Job) => Promise<void>;

/** The maximum number of attempts for a job. */
const attempts = 3;

/** Runs jobs one after the other, including jobs that other processes have launched. */
export class Worker {
  readonly #backend: Backend;
  readonly #work: Readonly<Record<JobKind, Work>>;
  readonly #reports: Readonly<Partial<Record<JobKind, Report>>>;
  readonly #loop: WorkLoop;

  constructor(
    backend: Backend,
    work: Readonly<Record<JobKind, Work>>,
    reports: Readonly<Partial<Record<JobKind, Report>>>,
  ) {
    this.#backend = backend;
    this.#work = work;
    this.#reports = reports;
    this.#loop = new WorkLoop(backend, "job", () => this.#workOnNext());
  }

  start(): Promise<void> {
    return this.#loop.start();
  }

  /** Stops the worker. Resolves when the current job has ended. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Runs the next job. Resolves to whether there was one. */
  async #workOnNext(): Promise<boolean> {
    const { database, log } = this.#backend;
    let job: Job | undefined;
    const work = async (queries: Queries): Promise<void> => {
      job = await next(queries);
      if (job !== undefined) {
        await this.#complete(queries, job);
      }
    };
    try {
      await database.transaction(work);
    } catch (thrown) {
      if (job === undefined) {
        throw thrown;
      }
      log.error({ err: thrown, job: job.id, kind: job.kind }, "job failed");
      const failed = job;
      const isItsFault = !isDatabaseUnavailable(thrown) && !(thrown instanceof LostConnection);
      await database.transaction((queries) =>
        isItsFault ? this.#countFailure(queries, failed) : postpone(queries, failed),
      );
    }
    return job !== undefined;
  }

  /** Schedules a retry of a failed job, with an increasing delay. After the last attempt, marks the job as failed. */
  async #countFailure(queries: Queries, job: Job): Promise<void> {
    await disableLockTimeout(queries);
    const state = await queries.first<{ status: string }>(sql`
      update job
      set attempts = attempts + 1, due = now() + make_interval(secs => 0.2 * (attempts + 1)),
          status = case when attempts + 1 < ${attempts} then status else 'failed' end
      where id = ${job.id} and status = 'in_progress'
      returning status`);
    if (state?.status === "failed") {
      await this.#reports[job.kind]?.(queries, job);
    }
  }

  async #complete(queries: Queries, job: Job): Promise<void> {
    await disableLockTimeout(queries);
    await nameActor(queries, job.actor ?? {});
    await failIfAsked(queries, job);
    const { status, result } = await this.#work[job.kind](queries, job);
    await queries.run(sql`
      update job set status = ${status}, result = ${result === undefined ? null : jsonText(result)}::jsonb
      where id = ${job.id}`);
  }
}

/** Schedules a retry of a job that could not be done because of the database, which does not count as an attempt. */
async function postpone(queries: Queries, { id }: Job): Promise<void> {
  await queries.run(sql`
    update job set due = now() + make_interval(secs => 1) where id = ${id} and status = 'in_progress'`);
}

/**
 * Returns the next job that no process is running, and locks it until the transaction ends. If the process ends, another
 * process can take the job immediately.
 */
function next(queries: Queries): Promise<Job | undefined> {
  return queries.first<Job>(sql`
    select * from job
    where status = 'in_progress' and due <= now()
      and not exists (select from fault where place = 'job-hold' and subject in (job.kind, job.id, '*'))
    order by created, id limit 1
    for update skip locked`);
}

async function failIfAsked(queries: Queries, { kind }: Job): Promise<void> {
  const detail = await faultAt(queries, "job", kind);
  if (detail !== undefined) {
    throw new Error(`A test makes ${kind} jobs fail. ${detail}`);
  }
}
