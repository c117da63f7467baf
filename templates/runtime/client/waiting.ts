import { checkOptions } from "../codecs/options.js";
import { call, type Call } from "./call.js";
import { operationOptions, type ClientCore } from "./core.js";
import { eitherSignal, pause, withTimeout } from "./signals.js";
import type { CallOptions } from "./options.js";
import type { AnyErrorTags, ErrorTags } from "../routes/error-summary.js";
import type { LoadableRoute } from "./lazy-route.js";
import { isApiError, TimeoutError } from "./errors.js";
import { retryPatiently } from "./retry.js";

export interface WaitOptions {
  /** Stops waiting: the promise rejects with the signal's reason. The job itself continues. */
  readonly signal?: AbortSignal | undefined;
  /** The timeout; none by default. */
  readonly timeoutMs?: number | undefined;
  /** The first pause between polls; 250 by default. The pauses grow up to ten seconds. */
  readonly intervalMs?: number | undefined;
}

/** The result of a launch whose job runs in the background; in a union, the variant with that tag. */
export interface Job {
  readonly async_job_id: string;
}

/** The status of a running job. */
export interface InProgress {
  readonly ".tag": "in_progress";
}

/** A call that returns the status of a job. */
export interface PollCall<Status, E> extends Call<Status, E> {
  /**
   * Polls until the job is done, with growing pauses and the options of this call, and returns its final status. A
   * failed job is not an error: its status is returned. Polls without a response, or with a 429 or a 5xx, are repeated without
   * limit. Rejects like the call with other errors, which have the `jobId`, and with a {@link JobTimeoutError}.
   */
  waitFor(options?: WaitOptions): Promise<Exclude<Status, InProgress>>;
}

/** A call that may launch a job. */
export interface LaunchCall<Launch, E, Status> extends Call<Launch, E> {
  /**
   * Returns the result of this call if it launched no job; otherwise polls until the job is done, with growing pauses
   * and the options of this call, and returns its final status. A failed job is not an error: its status is returned.
   * Polls without a response, or with a 429 or a 5xx, are repeated without limit. Rejects like the call, with the other
   * errors of polls, which have the `jobId`, and with a {@link JobTimeoutError}.
   */
  waitFor(options?: WaitOptions): Promise<Exclude<Launch, Job> | Exclude<Status, InProgress>>;
}

/** The timeout elapsed before the job was done. The job continues: poll it with its id to wait again. */
export class JobTimeoutError extends TimeoutError {
  static override readonly brand: string = "JobTimeoutError";
  override readonly name = "TimeoutError"; // so that callers handle it like any timeout
  override readonly jobId: string;

  constructor(route: string, milliseconds: number, jobId: string) {
    super(route, milliseconds, `the job ${jobId} was not done`);
    this.jobId = jobId;
  }
}

/** Calls a route that returns the status of a job. For errors see `call`. */
export function callPoll<ArgInput extends Job, Status extends Tagged, E>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, Status, E>,
  arg: ArgInput,
  options?: CallOptions<ErrorTags<E>>,
): PollCall<Status, E> {
  const first = call(core, route, arg, options);
  const waitFor = (wait: WaitOptions = {}): Promise<Exclude<Status, InProgress>> => {
    leaveToWaiting(first);
    let started: Promise<Status> | undefined = first;
    return waiting(route.path, wait, options, async (polling, setJobId) => {
      setJobId(arg.async_job_id);
      const poll = (): Promise<Status> => {
        const status = started ?? call(core, route, arg, polling);
        started = undefined;
        return status;
      };
      const status = await retryPatiently(polling.signal, poll);
      return isDone(status) ? status : pollUntilDone(poll, polling.signal, wait.intervalMs);
    });
  };
  return Object.assign(first, { waitFor });
}

/** Calls a route that may launch a job; `pollRoute` returns the status of that job. For errors see `call`. */
export function callLaunch<ArgInput, Launch extends Launched, E, Status extends Tagged>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, Launch, E>,
  arg: ArgInput,
  options: CallOptions<ErrorTags<E>> | undefined,
  pollRoute: LoadableRoute<Job, Status, unknown>,
): LaunchCall<Launch, E, Status> {
  const first = call(core, route, arg, options);
  const waitFor = (wait: WaitOptions = {}): Promise<Exclude<Launch, Job> | Exclude<Status, InProgress>> => {
    leaveToWaiting(first);
    return waiting(route.path, wait, options, async (polling, setJobId) => {
      const launch = await first;
      const jobId = readJobId(launch);
      if (jobId === undefined) {
        return launch as Exclude<Launch, Job>; // no other variant of a union has the id of a job
      }
      setJobId(jobId);
      const arg = { async_job_id: jobId };
      return pollUntilDone(() => call(core, pollRoute, arg, polling), polling.signal, wait.intervalMs);
    });
  };
  return Object.assign(first, { waitFor });
}

/** A value of a union. */
interface Tagged {
  readonly ".tag": string;
}

/** A result of a launch: a value of a union or of a struct. */
interface Launched {
  readonly ".tag"?: string;
  readonly async_job_id?: unknown;
}

function readJobId({ ".tag": tag, async_job_id }: Launched): string | undefined {
  const isJob = tag === undefined || tag === "async_job_id";
  return isJob && typeof async_job_id === "string" ? async_job_id : undefined;
}

/** Returns whether a job is done. A status newer than this package counts as done, because it may be final. */
function isDone<Status extends Tagged>(status: Status | string): status is Exclude<Status, InProgress> {
  // Only a status that was not validated can be a bare tag.
  return (typeof status === "string" ? status : status[".tag"]) !== "in_progress";
}

async function pollUntilDone<Status extends Tagged>(
  poll: () => Promise<Status>,
  signal: AbortSignal | undefined,
  interval = 250,
): Promise<Exclude<Status, InProgress>> {
  for (let wait = interval; ; wait = Math.min(wait * 1.5, Math.max(interval, 10_000))) {
    // Random, so that jobs that were launched together are not polled together.
    await pause(wait * (0.9 + 0.2 * Math.random()), signal);
    const status = await retryPatiently(signal, poll);
    if (isDone(status)) {
      return status;
    }
  }
}

/** Leaves failures to `waitFor`, which reports them, so that the platform does not also report the call as unhandled. */
function leaveToWaiting(first: Promise<unknown>): void {
  first.catch(() => undefined);
}

const waitOptions = {
  signal: "an AbortSignal object",
  timeoutMs: "a number",
  intervalMs: "a number",
} satisfies Record<keyof WaitOptions, string>;

/**
 * Runs `work` with options for polls and the timeout of `wait`, until the signal of `wait` or of the call is aborted. `work` passes
 * on the id of the job, which errors then have.
 */
async function waiting<T>(
  path: string,
  wait: WaitOptions,
  options: CallOptions<AnyErrorTags> | undefined,
  work: (polling: CallOptions, setJobId: (id: string) => void) => Promise<T>,
): Promise<T> {
  checkOptions(wait, waitOptions);
  let jobId: string | undefined;
  const setJobId = (id: string): void => void (jobId = id);
  const expired = (limit: number): TimeoutError =>
    jobId === undefined ? new TimeoutError(path, limit) : new JobTimeoutError(path, limit, jobId);
  const over = new AbortController();
  const ended = new Promise<void>((resolve) => {
    over.signal.addEventListener("abort", () => {
      resolve();
    });
  });
  const polling = operationOptions("waitFor", { ...options, retry: false }, ended);
  const signal = eitherSignal(wait.signal, options?.signal, over.signal);
  try {
    return await withTimeout(wait.timeoutMs, signal, expired, (signal) => work({ ...polling, signal }, setJobId));
  } catch (thrown) {
    throw isApiError(thrown) && jobId !== undefined ? Object.assign(thrown, { jobId }) : thrown;
  } finally {
    over.abort();
  }
}
