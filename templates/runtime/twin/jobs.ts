import type { LaunchData, PollData, TwinNamespaceData } from "./data.js";
import type { FreshTexts } from "./fresh-texts.js";
import type { Outcome } from "./outcome.js";

interface RunningJob {
  /** The route that returns the job's status; undefined for jobs from examples, whose status every route returns. */
  readonly poll: string | undefined;
  polls: number;
  /** The path of the error with which the job fails, or true for the default error; undefined or false if the job succeeds. */
  readonly failed: Outcome["failed"];
}

/** Simulates jobs, which complete after a number of polls. */
export class JobKeeper {
  readonly #fresh: FreshTexts;
  readonly #polls: number;
  readonly #jobs = new Map<string, RunningJob>();

  /** `polls` is the number of polls that report a job as in progress. */
  constructor(fresh: FreshTexts, polls: number) {
    this.#fresh = fresh;
    this.#polls = polls;
  }

  /** Launches a job, which fails if `failed` is set. Returns the result of the route. */
  launch({ poll, id, isStruct }: LaunchData, template: unknown, failed: Outcome["failed"]): unknown {
    const jobId = this.#fresh.next(id);
    this.#jobs.set(jobId, { poll, polls: this.#polls, failed });
    return isStruct
      ? { ...(template as object), async_job_id: jobId }
      : { ".tag": "async_job_id", async_job_id: jobId };
  }

  /** Returns the status of a job; undefined if there is no job with that id. */
  status(route: string, data: PollData, id: unknown, errors: TwinNamespaceData["errors"]): unknown {
    if (typeof id !== "string") {
      return undefined;
    }
    let job = this.#jobs.get(id);
    if (job === undefined && data.shown.includes(id)) {
      job = { poll: undefined, polls: this.#polls, failed: undefined };
      this.#jobs.set(id, job);
    }
    if (job === undefined || (job.poll !== undefined && job.poll !== route)) {
      return undefined;
    }
    job.polls--;
    if (job.polls >= 0) {
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
