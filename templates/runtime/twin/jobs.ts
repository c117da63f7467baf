import type { LaunchData, PollData, TwinNamespaceData } from "./data.js";
import type { FreshTexts } from "./fresh-texts.js";
import type { Outcome } from "./outcome.js";

interface RunningJob {
  /** The route that returns the status of the job; undefined if its id is in an example: any route for jobs knows it. */
  readonly poll: string | undefined;
  /** The number of further polls that report the job as in progress. */
  pollsLeft: number;
  /** The path of the error with which the job fails, or true for the default error; undefined or false if the job succeeds. */
  readonly failed: Outcome["failed"];
}

/** Simulates jobs, which finish after a given number of polls. */
export class JobKeeper {
  readonly #fresh: FreshTexts;
  readonly #polls: number;
  readonly #jobs = new Map<string, RunningJob>();

  /** `polls` is the number of polls that report a job as in progress. */
  constructor(fresh: FreshTexts, polls: number) {
    this.#fresh = fresh;
    this.#polls = polls;
  }

  /** Launches a job that will fail if `failed` is set. Returns the result of the route. */
  launch({ poll, id, isStruct }: LaunchData, template: unknown, failed: Outcome["failed"]): unknown {
    const jobId = this.#fresh.next(id);
    this.#jobs.set(jobId, { poll, pollsLeft: this.#polls, failed });
    return isStruct
      ? { ...(template as object), async_job_id: jobId }
      : { ".tag": "async_job_id", async_job_id: jobId };
  }

  /** Returns the status of a job; undefined if this route has no job with that id. */
  status(route: string, data: PollData, id: unknown, errors: TwinNamespaceData["errors"]): unknown {
    if (typeof id !== "string") {
      return undefined;
    }
    let job = this.#jobs.get(id);
    if (job === undefined && data.shown.includes(id)) {
      job = { poll: undefined, pollsLeft: this.#polls, failed: undefined };
      this.#jobs.set(id, job);
    }
    if (job === undefined || (job.poll !== undefined && job.poll !== route)) {
      return undefined;
    }
    job.pollsLeft--;
    if (job.pollsLeft >= 0) {
      return { ".tag": "in_progress" };
    }
    const { failed } = job;
    if (failed === undefined || failed === false) {
      return data.done;
    }
    const error = failed === true ? undefined : errors[data.failedError ?? ""]?.[failed];
    return error === undefined ? data.failed : { ".tag": "failed", failed: error };
  }

  reset(): void {
    this.#jobs.clear();
  }
}
