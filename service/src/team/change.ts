import sql from "sql-template-tag";
import type { Backend } from "../backend.js";
import type { Clock } from "../clock.js";
import type { Queries } from "../database/database.js";
import { releaseOverdue } from "./members/release.js";

/** A team that is being changed: until the transaction of the queries is over, nobody else can. */
export interface TeamChange {
  readonly queries: Queries;
  readonly team: Team;
  readonly now: Date;
}

interface Team {
  readonly id: string;
  /** How many members with a license there can be. */
  readonly licenses: number;
  /** How many members there can be in all; null if the team is not on the free plan. */
  readonly free_member_limit: number | null;
}

/** Changes something about a team in one transaction, which may be repeated. Its rules hold, for the team is locked. */
export function changeTeam<Result>(
  { database, clock }: Backend,
  teamId: string,
  work: (change: TeamChange) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (queries) => work(await beginChange(queries, clock, teamId)));
}

/** Begins to change a team, with the transaction of these queries. */
export async function beginChange(queries: Queries, clock: Clock, teamId: string): Promise<TeamChange> {
  // Others may go on to refer to the team, so its key is not locked.
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
