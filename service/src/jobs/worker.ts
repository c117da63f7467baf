import sql from "sql-template-tag";
import type { Backend } from "../backend.js";
import { WorkLoop } from "../background/work-loop.js";
import type { Queries } from "../database/database.js";
import { faultAt } from "../controls/faults.js";
import type { Job, JobKind } from "./job.js";

/** What came of a job; without a result it has nothing to tell. */
export interface JobOutcome {
  readonly status: "complete" | "failed";
  readonly result?: unknown;
}

/** Does the work of a job, in the transaction in which the job is completed: either both are done, or neither. */
export type Work = (queries: Queries, job: Job) => Promise<JobOutcome>;

/** How long a job is left to whoever is at work on it, before somebody else tries, in seconds. */
const lease = 60;
const attempts = 3;

/** Works on jobs, those of all processes on the database, one after the other. */
export class Worker {
  readonly #backend: Backend;
  readonly #work: Readonly<Record<JobKind, Work>>;
  readonly #loop: WorkLoop;

  constructor(backend: Backend, work: Readonly<Record<JobKind, Work>>) {
    this.#backend = backend;
    this.#work = work;
    this.#loop = new WorkLoop(backend, "job", () => this.#workOnNext());
  }

  start(): Promise<void> {
    return this.#loop.start();
  }

  /** Takes no more jobs; resolves when the one under way is done. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Whether there was a job to work on. */
  async #workOnNext(): Promise<boolean> {
    const job = await this.#claim();
    if (job !== undefined) {
      await this.#attempt(job);
    }
    return job !== undefined;
  }

  #claim(): Promise<(Job & { attempts: number }) | undefined> {
    return this.#backend.database.first(sql`
      update job set busy_until = now() + make_interval(secs => ${lease}), attempts = attempts + 1
      where id = (
        select id from job
        where status = 'in_progress' and busy_until < now()
          and not exists (select from fault where place = 'job-hold' and subject in (job.kind, job.id))
        order by created, id limit 1
        for update skip locked)
      returning *`);
  }

  async #attempt(job: Job & { attempts: number }): Promise<void> {
    const { database, log } = this.#backend;
    try {
      await database.transaction(async (queries) => {
        // Somebody who has held the job for longer than we have waited may be done by now, or about to be.
        const isOurs = await queries.first(
          sql`select from job where id = ${job.id} and status = 'in_progress' for update skip locked`,
        );
        if (isOurs === undefined) {
          return;
        }
        await failIfAsked(queries, job);
        const { status, result } = await this.#work[job.kind](queries, job);
        await queries.run(sql`
          update job set status = ${status}, result = ${result === undefined ? null : JSON.stringify(result)}::jsonb
          where id = ${job.id}`);
      });
    } catch (thrown) {
      log.error({ err: thrown, job: job.id, kind: job.kind }, "a job has failed");
      await this.#postpone(job);
    }
  }

  /** Lets a job that has failed be tried again, a little later each time, and then no more. */
  async #postpone({ id, attempts: done }: Job & { attempts: number }): Promise<void> {
    await this.#backend.database.run(
      done < attempts
        ? sql`update job set busy_until = now() + make_interval(secs => ${done * 0.2}) where id = ${id}`
        : sql`update job set status = 'failed' where id = ${id} and status = 'in_progress'`,
    );
  }
}

async function failIfAsked(queries: Queries, { kind }: Job): Promise<void> {
  if ((await faultAt(queries, "job", kind)) !== undefined) {
    throw new Error(`A test wants jobs of ${kind} to fail.`);
  }
}
