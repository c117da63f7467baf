import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import {
  type DateRange,
  type DevicesActive,
  type GetActivityReport,
  type GetDevicesReport,
  type GetMembershipReport,
  type GetStorageReport,
  reportsGetActivity,
  type StorageBucket,
} from "cloud-storage-api/team";
import sql, { raw, type Sql } from "sql-template-tag";
import type { Caller } from "../access/caller.js";
import type { Backend } from "../backend.js";
import type { Queries } from "../database/database.js";

type Handlers = Pick<
  TeamHandlers<Caller>,
  "reportsGetActivity" | "reportsGetDevices" | "reportsGetMembership" | "reportsGetStorage"
>;

/** Returns the handlers of the reports. */
export function reportHandlers({ database, clock }: Backend): Handlers {
  const report =
    <Report extends object>(compute: (queries: Queries, teamId: string, days: Days) => Promise<Report>) =>
    async (range: DateRange, { teamId }: { readonly teamId: string }): Promise<Report & { start_date: string }> => {
      const days = await resolveDays(database, teamId, range, await clock.now(database));
      if (typeof days === "string") {
        throw routeError(reportsGetActivity, "other", days);
      }
      const start_date = days.start < days.end ? days.start : "";
      return { ...(await compute(database, teamId, days)), start_date };
    };
  return {
    reportsGetActivity: report(activityReport),
    reportsGetDevices: report(devicesReport),
    reportsGetMembership: report(membershipReport),
    reportsGetStorage: report(storageReport),
  };
}

/** Returns the activity of a team for each day. */
async function activityReport(
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
function countPerDay(
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
function addPerDay(numbers: readonly PerDay[]): PerDay {
  const [first = []] = numbers;
  return first.map((value, day) =>
    value === null ? null : numbers.reduce((sum, ofDays) => sum + (ofDays[day] ?? 0), 0),
  );
}

/** Returns the devices of a team for each day. */
async function devicesReport(
  queries: Queries,
  teamId: string,
  days: Days,
): Promise<Omit<GetDevicesReport, "start_date">> {
  const active = async (window: number): Promise<DevicesActive> => {
    const on = (platform: string): Promise<PerDay> =>
      countPerDay(
        queries,
        teamId,
        days,
        sql`activity.kind = 'device' and activity.platform = ${platform}`,
        sql`count(distinct activity.subject)`,
        window,
      );
    const platforms = {
      windows: await on("windows"),
      macos: await on("macos"),
      linux: await on("linux"),
      ios: await on("ios"),
      android: await on("android"),
      other: await on("other"),
    };
    return { ...platforms, total: addPerDay(Object.values(platforms)) };
  };
  return { active_1_day: await active(1), active_7_day: await active(7), active_28_day: await active(28) };
}

/** Returns the number of members of a team for each day. */
async function membershipReport(
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

/** The storage buckets, and their upper bounds in bytes. A member is counted in the smallest bucket that fits. */
const buckets: readonly (readonly [name: string, bound: number])[] = [
  ["1G", 2 ** 30],
  ["10G", 10 * 2 ** 30],
  ["100G", 100 * 2 ** 30],
  ["1T", 2 ** 40],
  ["10T", 10 * 2 ** 40],
  ["100T", 100 * 2 ** 40],
  ["1P", 2 ** 50],
  ["1E", 2 ** 60],
];

/** Returns the storage that a team uses on each day. */
async function storageReport(
  queries: Queries,
  teamId: string,
  days: Days,
): Promise<Omit<GetStorageReport, "start_date">> {
  const sum = (bytes: string): Promise<PerDay> =>
    perDay<number>(
      queries,
      teamId,
      days,
      sql`(select coalesce(sum(${raw(bytes)}), 0)::bigint from day_of_member
           where day_of_member.team_id = day_of_team.team_id and day_of_member.day = day_of_team.day)`,
    );
  const members = await perDay<number[]>(
    queries,
    teamId,
    days,
    sql`array(select (shared_bytes + unshared_bytes)::double precision from day_of_member
              where day_of_member.team_id = day_of_team.team_id and day_of_member.day = day_of_team.day)`,
  );
  return {
    total_usage: await sum("shared_bytes + unshared_bytes"),
    shared_usage: await sum("shared_bytes"),
    unshared_usage: await sum("unshared_bytes"),
    shared_folders: await perDay<number>(queries, teamId, days, sql`day_of_team.shared_folders`),
    member_storage_map: members.map((bytes) => countByBucket(bytes ?? [])),
  };
}

/** Counts the members in each bucket. Omits empty buckets. */
function countByBucket(bytes: readonly number[]): StorageBucket[] {
  return buckets
    .map(([bucket, bound], index) => {
      const below = buckets[index - 1]?.[1] ?? -1;
      return { bucket, users: bytes.filter((size) => size > below && size <= bound).length };
    })
    .filter(({ users }) => users > 0);
}

/** A number for each day of a report; null for days without data (B-214). */
type PerDay = (number | null)[];

/** Returns the value of an expression on `day_of_team` for each day; null for days without data. */
async function perDay<Value>(
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

/** The days that a report covers, as `YYYY-MM-DD`. `end` is exclusive. There are no days if both are equal. */
interface Days {
  readonly start: string;
  readonly end: string;
}

/** The number of days that a report covers by default. */
const defaultDays = 28;

/** The maximum number of days that a report can cover: about ten years. */
const maxDays = 3_660;

/**
 * Returns the days that a report for a requested range covers; no days if there is no data. Returns a sentence
 * if the range ends before it starts or in the future, or is too long.
 */
async function resolveDays(
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
  const earliest = dayAfter(end, -maxDays);
  return start < earliest ? `The start_date must be ${earliest} at the earliest.` : { start, end };
}

/** Returns the day that is `days` days after another. */
function dayAfter(day: string, days: number): string {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + days);
  return time.toISOString().slice(0, 10);
}
