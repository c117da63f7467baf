import type { GetStorageReport, StorageBucket } from "cloud-storage-api/team";
import sql, { raw } from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import type { Days } from "./days.js";
import { perDay, type PerDay } from "./per-day.js";

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
export async function storageReport(
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
