import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { groupsJobStatusGet } from "cloud-storage-api/team";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { findOwnJob, toPollResult } from "../../jobs/poll.js";

const kinds = ["team/groups/delete", "team/groups/members/add", "team/groups/members/remove"] as const;

/** Returns the handler that returns the status of group jobs. */
export function groupJobHandlers({ database }: Backend): Pick<TeamHandlers<Caller>, "groupsJobStatusGet"> {
  return {
    async groupsJobStatusGet({ async_job_id }, caller) {
      const job = await findOwnJob(database, caller, async_job_id, kinds, (reason) =>
        routeError(groupsJobStatusGet, reason === "foreign" ? "access_denied" : "invalid_async_job_id"),
      );
      return toPollResult(job, (reason) => routeError(groupsJobStatusGet, reason));
    },
  };
}
