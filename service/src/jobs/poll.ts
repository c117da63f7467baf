import type { PollEmptyResultInput } from "cloud-storage-api/async";
import sql from "sql-template-tag";
import type { Caller } from "../access/caller.js";
import type { Queries } from "../database/database.js";
import type { Job, JobKind, JobState } from "./job.js";

/**
 * Returns a job of the caller. Rejects with the error that `fail` returns if no job of these kinds has the id (B-239), or
 * if the job belongs to another caller.
 */
export async function findOwnJob(
  queries: Queries,
  caller: Caller,
  id: string,
  kinds: readonly JobKind[],
  fail: (reason: "unknown" | "foreign") => Error,
): Promise<JobState> {
  const job = await queries.first<JobState>(sql`select * from job where id = ${id} and kind = any(${kinds})`);
  if (job === undefined) {
    throw fail("unknown");
  }
  if (!hasLaunched(caller, job)) {
    throw fail("foreign");
  }
  return job;
}

/** Returns whether the job was launched by the same app for the same team or user. */
function hasLaunched(caller: Caller, job: Job): boolean {
  switch (caller.kind) {
    case "user":
      return job.app_key === caller.app.key && job.account_id === caller.accountId;
    case "team":
      return job.app_key === caller.app.key && job.team_id === caller.teamId;
    case "app":
      return false;
  }
}

/** Returns the poll result for a job without a result. Throws the error that `fail` returns if the job has failed (B-238). */
export function toPollResult({ status }: JobState, fail: (reason: "internal_error") => Error): PollEmptyResultInput {
  if (status === "failed") {
    throw fail("internal_error");
  }
  return status;
}
