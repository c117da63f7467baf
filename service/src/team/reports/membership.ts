import type { GetMembershipReport } from "cloud-storage-api/team";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import type { Days } from "./days.js";
import { perDay, type PerDay } from "./per-day.js";

/** Returns the number of members of a team for each day. */
export async function membershipReport(
  queries: Queries,
  teamId: string,
  days: Days,
): Promise<Omit<GetMembershipReport, "start_date">> {
  const column = (name: Sql): Promise<PerDay> => perDay<number>(queries, teamId, days, name);
  return {
    team_size: await column(sql`day_of_team.team_size`),
    pending_invites: await column(sql`day_of_team.pending_invites`),
    members_joined: await column(sql`day_of_team.members_joined`),
    suspended_members: await column(sql`day_of_team.suspended_members`),
    licenses: await column(sql`day_of_team.licenses`),
  };
}
