import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import type { Days } from "./days.js";

/** A number for each day of a report; null for days without data (B-214). */
export type PerDay = (number | null)[];

/** Returns the value of an expression on `day_of_team` for each day; null for days without data. */
export async function perDay<Value>(
  queries: Queries,
  teamId: string,
  { start, end }: Days,
  expression: Sql,
): Promise<(Value | null)[]> {
  const rows = await queries.all<{ value: Value | null }>(sql`
    select case when day_of_team.day is not null then ${expression} end as value
    from generate_series(${start}::date, ${end}::date - 1, interval '1 day') as days (day)
    left join day_of_team on day_of_team.team_id = ${teamId} and day_of_team.day = days.day::date
    order by days.day`);
  return rows.map(({ value }) => value);
}
