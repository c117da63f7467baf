import type { PollEmptyResultInput } from "cloud-storage-api/async";
import type { Caller } from "../access/caller.js";
import type { Queries } from "../database/database.js";
import { findJob, isJobOf, type JobKind, type JobState } from "./job.js";

/**
 * The job of a caller. Throws what `fail` makes of the reason if the id names none of these kinds (B-239), or one of
 * another caller.
 */
export async function findOwnJob(
  queries: Queries,
  caller: Caller,
  id: string,
  kinds: readonly JobKind[],
  fail: (reason: "unknown" | "foreign") => Error,
): Promise<JobState> {
  const job = await findJob(queries, id, kinds);
  if (job === undefined) {
    throw fail("unknown");
  }
  if (!isJobOf(job, caller)) {
    throw fail("foreign");
  }
  return job;
}

/** How a job is going that has nothing to tell. Throws what `fail` makes of the reason if it has failed (B-238). */
export function statusOf({ status }: JobState, fail: (reason: "internal_error") => Error): PollEmptyResultInput {
  if (status === "failed") {
    throw fail("internal_error");
  }
  return status;
}
