import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { groupsDelete } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { launchJob } from "../../jobs/job.js";
import type { Work } from "../../jobs/worker.js";
import { changeTeam } from "../change.js";
import { selectGroup } from "./group.js";

/** Returns the handler that deletes groups. A group is deleted immediately, and its memberships in the background. */
export function groupDeleteHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "groupsDelete"> {
  return {
    groupsDelete: (selector, caller) =>
      changeTeam(database, clock, caller, async ({ queries, team, now }) => {
        const group = await selectGroup(queries, team.id, selector);
        if (group === undefined) {
          // The ids of deleted groups are retained, so that they can be recognized.
          const wasThere =
            selector[".tag"] === "group_id" &&
            (await queries.first(sql`select from team_group where id = ${selector.group_id} and team_id = ${team.id}`));
          throw routeError(groupsDelete, wasThere ? "group_already_deleted" : "group_not_found");
        }
        await queries.run(sql`update team_group set deleted = ${now} where id = ${group.id}`);
        const id = await launchJob(queries, "team/groups/delete", caller, { group: group.id }, now);
        return { ".tag": "async_job_id", async_job_id: id };
      }),
  };
}

/** The work of a job that deletes the memberships of a deleted group. */
export const groupDeleteWork: Work = async (queries, { arg }) => {
  const { group } = arg as { readonly group: string };
  await queries.run(sql`delete from group_member where group_id = ${group}`);
  return { status: "complete" };
};
