import sql from "sql-template-tag";
import { newJobId } from "../database/ids.js";
import type { Queries } from "../database/database.js";
import { jsonText } from "../database/text.js";
import { toActor, type Actor } from "../access/audit.js";
import type { Caller } from "../access/caller.js";

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
export interface JobState extends Job {
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
