import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { reportsGetActivity, type DateRange } from "cloud-storage-api/team";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import type { Queries } from "../../database/database.js";
import { activityReport } from "./activity.js";
import { resolveDays, type Days } from "./days.js";
import { devicesReport } from "./devices.js";
import { membershipReport } from "./membership.js";
import { storageReport } from "./storage.js";

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
