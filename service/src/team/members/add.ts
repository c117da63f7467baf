import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { membersAddJobStatusGet, type MemberAddArg, type MemberAddResultInput } from "cloud-storage-api/team";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { launchJob } from "../../jobs/job.js";
import { findOwnJob } from "../../jobs/poll.js";
import type { Work } from "../../jobs/worker.js";
import { beginChange, changeTeam } from "../change.js";
import { addPeople } from "./add-people.js";

type Handlers = Pick<TeamHandlers<Caller>, "membersAdd" | "membersAddJobStatusGet">;

/** Returns the handlers that add people to a team, immediately or in the background. */
export function memberAddHandlers({ database, clock }: Backend): Handlers {
  return {
    membersAdd: ({ new_members, force_async }, caller) =>
      changeTeam(database, clock, caller, async (change) => {
        if (!force_async) {
          return { ".tag": "complete", complete: await addPeople(change, new_members) };
        }
        const id = await launchJob(change.queries, "team/members/add", caller, new_members, change.now);
        return { ".tag": "async_job_id", async_job_id: id };
      }),
    async membersAddJobStatusGet({ async_job_id }, caller) {
      const { status, result } = await findOwnJob(database, caller, async_job_id, ["team/members/add"], () =>
        routeError(membersAddJobStatusGet, "invalid_async_job_id"),
      );
      switch (status) {
        case "in_progress":
          return "in_progress";
        case "complete":
          return { ".tag": "complete", complete: result as MemberAddResultInput[] };
        case "failed":
          return { ".tag": "failed", failed: "The service could not add these people. None of them was added." };
      }
    },
  };
}

/** Returns the work of a job that adds people to a team. */
export function memberAddWork({ clock }: Backend): Work {
  return async (queries, { team_id, arg }) => {
    const change = await beginChange(queries, clock, team_id ?? "");
    return { status: "complete", result: await addPeople(change, arg as MemberAddArg[]) };
  };
}
