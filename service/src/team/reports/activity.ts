import type { GetActivityReport } from "cloud-storage-api/team";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import type { Days } from "./days.js";
import { perDay, type PerDay } from "./per-day.js";

/** Returns the activity of a team for each day. */
export async function activityReport(
  queries: Queries,
  teamId: string,
  days: Days,
): Promise<Omit<GetActivityReport, "start_date">> {
  const count = (kind: string): Promise<PerDay> => countPerDay(queries, teamId, days, sql`activity.kind = ${kind}`);
  const active = async (what: Sql, condition: Sql, window: number): Promise<PerDay> =>
    countPerDay(queries, teamId, days, condition, sql`count(distinct ${what})`, window);
  const byMembers = sql`activity.member_id is not null`;
  const inFolders = sql`activity.kind = 'shared_folder'`;
  const [byTeam, byOutsiders, byStrangers] = [
    await count("link_viewed_by_team"),
    await count("link_viewed_by_outside_user"),
    await count("link_viewed_by_not_logged_in"),
  ];
  return {
    adds: await count("add"),
    // Several edits of a file on one day count once (B-216).
    edits: await countPerDay(
      queries,
      teamId,
      days,
      sql`activity.kind = 'edit'`,
      sql`count(distinct (activity.member_id, activity.subject))`,
    ),
    deletes: await count("delete"),
    active_users_28_day: await active(sql`activity.member_id`, byMembers, 28),
    active_users_7_day: await active(sql`activity.member_id`, byMembers, 7),
    active_users_1_day: await active(sql`activity.member_id`, byMembers, 1),
    active_shared_folders_28_day: await active(sql`activity.subject`, inFolders, 28),
    active_shared_folders_7_day: await active(sql`activity.subject`, inFolders, 7),
    active_shared_folders_1_day: await active(sql`activity.subject`, inFolders, 1),
    shared_links_created: await count("link_created"),
    shared_links_viewed_by_team: byTeam,
    shared_links_viewed_by_outside_user: byOutsiders,
    shared_links_viewed_by_not_logged_in: byStrangers,
    shared_links_viewed_total: addPerDay([byTeam, byOutsiders, byStrangers]),
  };
}

/** Counts the events of each day, or of a window of `window` days that ends with that day. */
export function countPerDay(
  queries: Queries,
  teamId: string,
  days: Days,
  condition: Sql,
  aggregate: Sql = sql`count(*)`,
  window = 1,
): Promise<PerDay> {
  return perDay<number>(
    queries,
    teamId,
    days,
    sql`(select ${aggregate} from activity
         where activity.team_id = day_of_team.team_id and activity.day <= day_of_team.day
           and activity.day > day_of_team.day - ${window}::integer and ${condition})`,
  );
}

/** Adds several numbers for each day. */
export function addPerDay(numbers: readonly PerDay[]): PerDay {
  const [first = []] = numbers;
  return first.map((value, day) =>
    value === null ? null : numbers.reduce((sum, ofDays) => sum + (ofDays[day] ?? 0), 0),
  );
}
