import sql from "sql-template-tag";
import { newJobId } from "../database/ids.js";
import type { Queries } from "../database/database.js";
import { jsonText } from "../database/text.js";
import type { Caller } from "../access/caller.js";

/** The kinds of jobs, by the call that launches them. */
export type JobKind =
  | "files/copy_batch"
  | "team/groups/delete"
  | "team/groups/members/add"
  | "team/groups/members/remove"
  | "team/members/add"
  | "team/members/remove"
  | "team/team_folder/archive";

/** Work that goes on in the background. */
export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  readonly app_key: string;
  readonly team_id: string | null;
  readonly account_id: string | null;
  /** What the work is about, as its kind understands it. */
  readonly arg: unknown;
  readonly created: Date;
}

/** What has come of a job so far. */
export interface JobState extends Job {
  readonly status: "in_progress" | "complete" | "failed";
  /** What is to be told; null for jobs that have nothing to tell, and for failures of the service itself. */
  readonly result: unknown;
}

/** Launches a job with the transaction that these queries belong to; gives its id. */
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
    insert into job (id, kind, app_key, team_id, account_id, arg, created)
    values (${id}, ${kind}, ${caller.app.key}, ${teamId}, ${accountId}, ${jsonText(arg)}::jsonb, ${created})`);
  await queries.run(sql`select pg_notify('job', '')`);
  return id;
}
