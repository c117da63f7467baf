import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { membersRecover } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { notifyOfMembers } from "../../webhooks/notify.js";
import { changeTeam } from "../change.js";
import { hasFreeLicense, isFreePlanFull } from "./licenses.js";
import { isRecoverable } from "./profile.js";
import { selectMember } from "./selector.js";

/** Returns the handler that recovers removed members. */
export function memberRecoverHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "membersRecover"> {
  return {
    async membersRecover({ user }, caller) {
      const { teamId } = caller;
      await changeTeam(database, clock, caller, async (change) => {
        const { queries, now } = change;
        const member = await selectMember(queries, teamId, user);
        if (member === undefined) {
          throw routeError(membersRecover, "user_not_found");
        }
        // Members who have kept their account have left the team permanently.
        if (member.account_kind === "personal") {
          throw routeError(membersRecover, "user_not_in_team");
        }
        if (member.status !== "removed" || !isRecoverable(member, now)) {
          throw routeError(membersRecover, "user_unrecoverable");
        }
        if ((await isFreePlanFull(change)) || (member.membership_type === "full" && !(await hasFreeLicense(change)))) {
          throw routeError(membersRecover, "team_license_limit");
        }
        // Suspended members become active (N-02). The statement skips members who have just been removed permanently.
        const status = member.status_before_removal === "invited" ? "invited" : "active";
        const count = await queries.run(sql`
          update member set status = ${status}, status_before_removal = null, recoverable_until = null
          where id = ${member.id} and not is_released`);
        if (count === 0) {
          throw routeError(membersRecover, "user_unrecoverable");
        }
        await notifyOfMembers(queries, teamId, [member.id], now);
      });
    },
  };
}
