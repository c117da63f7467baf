import sql from "sql-template-tag";
import { nameActor, toActor } from "../access/audit.js";
import type { TeamCaller } from "../access/caller.js";
import type { Clock } from "../clock.js";
import type { Database, Queries } from "../database/database.js";
import { releaseOverdue } from "./members/member.js";

/** A locked team, which no other transaction can change until the transaction of `queries` ends. */
export interface TeamChange {
  readonly queries: Queries;
  readonly team: Team;
  readonly now: Date;
}

interface Team {
  readonly id: string;
  /** The number of licenses. */
  readonly licenses: number;
  /** The member limit of the free plan; null if the team is not on the free plan. */
  readonly free_member_limit: number | null;
}

/**
 * Changes the caller's team in one transaction, which may be retried. The team is locked, so that concurrent calls cannot
 * violate its rules together.
 */
export function changeTeam<Result>(
  database: Database,
  clock: Clock,
  caller: TeamCaller,
  work: (change: TeamChange) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (queries) => {
    await nameActor(queries, toActor(caller));
    return work(await beginChange(queries, clock, caller.teamId));
  }, caller.teamId);
}

/** Locks a team in the transaction of these queries. */
export async function beginChange(queries: Queries, clock: Clock, teamId: string): Promise<TeamChange> {
  // The key of the row is not locked, so that other transactions can still refer to the team.
  const team = await queries.first<Team>(
    sql`select id, licenses, free_member_limit from team where id = ${teamId} for no key update`,
  );
  if (team === undefined) {
    throw new Error(`There is no team ${teamId}.`);
  }
  const now = await clock.now(queries);
  await releaseOverdue(queries, now);
  return { queries, team, now };
}
