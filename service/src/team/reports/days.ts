import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";

/** The days that a report covers, as `YYYY-MM-DD`. `end` is exclusive. There are no days if both are equal. */
export interface Days {
  readonly start: string;
  readonly end: string;
}

/** The requested range. */
interface DateRange {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
}

/** The number of days that a report covers by default. */
const defaultDays = 28;

/** The maximum number of days that a report can cover: about ten years. */
const most = 3_660;

/**
 * Returns the days that a report for a requested range covers; no days if there is no data. Returns a sentence
 * if the range ends before it starts or in the future, or is too long.
 */
export async function resolveDays(
  queries: Queries,
  teamId: string,
  { start_date, end_date }: DateRange,
  now: Date,
): Promise<Days | string> {
  const today = now.toISOString().slice(0, 10);
  const end = end_date ?? today;
  const tomorrow = dayAfter(today, 1);
  if (end > tomorrow) {
    return `The end_date must be ${tomorrow} at the latest.`;
  }
  if (start_date !== undefined && end <= start_date) {
    return `The start_date must be before ${end}.`;
  }
  const data = await queries.first<{ first: string | null; last: string }>(sql`
    select to_char(min(day), 'YYYY-MM-DD') as first, to_char(max(day), 'YYYY-MM-DD') as last from day_of_team
    where team_id = ${teamId} and day < ${end}::date
      and (${start_date ?? null}::date is null or day >= ${start_date ?? null}::date)`);
  if (data === undefined || data.first === null) {
    return { start: end, end };
  }
  if (start_date === undefined && end_date === undefined) {
    return { start: dayAfter(data.last, 1 - defaultDays), end: dayAfter(data.last, 1) };
  }
  const start = start_date ?? data.first;
  const earliest = dayAfter(end, -most);
  return start < earliest ? `The start_date must be ${earliest} at the earliest.` : { start, end };
}

/** Returns the day that is `days` days after another. */
function dayAfter(day: string, days: number): string {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + days);
  return time.toISOString().slice(0, 10);
}
