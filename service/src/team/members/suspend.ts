import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { membersSuspend, membersUnsuspend } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { notifyOfMembers } from "../../webhooks/notify.js";
import { changeTeam, type TeamChange } from "../change.js";
import { wipeDevices } from "../devices.js";
import { type MemberRow, selectPresent } from "./member.js";
import { hasFreeLicense, isLastAdmin } from "./rules.js";

type Handlers = Pick<TeamHandlers<Caller>, "membersSuspend" | "membersUnsuspend">;

/** Returns the handlers that suspend members and end suspensions. */
export function memberSuspendHandlers({ database, clock }: Backend): Handlers {
  return {
    async membersSuspend({ user, wipe_data }, caller) {
      const { teamId } = caller;
      await changeTeam(database, clock, caller, async (change) => {
        const member = await selectPresent(change.queries, teamId, user, (reason) =>
          routeError(membersSuspend, reason),
        );
        if (member.status !== "active") {
          throw routeError(membersSuspend, "suspend_inactive_user");
        }
        if (await isLastAdmin(change, member)) {
          throw routeError(membersSuspend, "suspend_last_admin");
        }
        await setStatus(change, member, "suspended");
        if (wipe_data) {
          await wipeDevices(change.queries, member.id);
        }
      });
    },
    async membersUnsuspend({ user }, caller) {
      const { teamId } = caller;
      await changeTeam(database, clock, caller, async (change) => {
        const member = await selectPresent(change.queries, teamId, user, (reason) =>
          routeError(membersUnsuspend, reason),
        );
        if (member.status !== "suspended") {
          throw routeError(membersUnsuspend, "unsuspend_non_suspended_member");
        }
        if (member.membership_type === "full" && !(await hasFreeLicense(change))) {
          throw routeError(membersUnsuspend, "team_license_limit");
        }
        await setStatus(change, member, "active");
      });
    },
  };
}

async function setStatus(
  { queries, team, now }: TeamChange,
  { id }: MemberRow,
  status: "active" | "suspended",
): Promise<void> {
  await queries.run(sql`update member set status = ${status} where id = ${id}`);
  await notifyOfMembers(queries, team.id, [id], now);
}
