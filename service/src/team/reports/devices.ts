import type { DevicesActive, GetDevicesReport } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { countPerDay, addPerDay } from "./activity.js";
import type { Days } from "./days.js";
import type { PerDay } from "./per-day.js";

/** Returns the devices of a team for each day. */
export async function devicesReport(
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
