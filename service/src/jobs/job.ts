import type { PollEmptyResultInput } from "cloud-storage-api/async";
import sql from "sql-template-tag";
import { toActor, type Actor } from "../access/audit.js";
import type { Caller } from "../access/caller.js";
import { jsonText, type Queries } from "../database/database.js";
import { newJobId } from "../database/ids.js";

/** The kinds of jobs, named after the calls that launch them. */
export type JobKind =
  | "files/copy_batch"
  | "team/groups/delete"
  | "team/groups/members/add"
  | "team/groups/members/remove"
  | "team/members/add"
  | "team/members/remove"
  | "team/team_folder/archive";

/** A background job. */
export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  readonly app_key: string;
  readonly team_id: string | null;
  readonly account_id: string | null;
  /** The argument, whose type depends on the kind of job. */
  readonly arg: unknown;
  /** The actor who launched the job. */
  readonly actor: Actor | null;
  readonly created: Date;
}

/** The state of a job. */
interface JobState extends Job {
  readonly status: "in_progress" | "complete" | "failed";
  /** The result; null for jobs without a result, and after failures of the service itself. */
  readonly result: unknown;
}

/** Launches a job when the transaction of these queries is committed. Returns the id of the job. */
export async function launchJob(
  queries: Queries,
  kind: JobKind,
  caller: Caller,
  arg: unknown,
  created: Date,
): Promise<string> {
  const id = newJobId();
  const teamId = caller.kind === "team" ? caller.teamId : null;
  const accountId = caller.kind === "user" ? caller.accountId : null;
  await queries.run(sql`
    insert into job (id, kind, app_key, team_id, account_id, arg, actor, created)
    values (${id}, ${kind}, ${caller.app.key}, ${teamId}, ${accountId}, ${jsonText(arg)}::jsonb,
            ${jsonText(toActor(caller))}::jsonb, ${created})`);
  await queries.run(sql`select pg_notify('job', '')`);
  return id;
}

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
