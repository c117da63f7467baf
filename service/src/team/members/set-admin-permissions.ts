import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { membersSetAdminPermissions } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { notifyOfMembers } from "../../webhooks/notify.js";
import { changeTeam } from "../change.js";
import { isLastAdmin } from "./last-admin.js";
import { selectPresent } from "./selector.js";

/** Returns the handler that changes the roles of members. */
export function memberRoleHandlers({
  database,
  clock,
}: Backend): Pick<TeamHandlers<Caller>, "membersSetAdminPermissions"> {
  return {
    async membersSetAdminPermissions({ user, new_role }, caller) {
      const { teamId } = caller;
      return changeTeam(database, clock, caller, async (change) => {
        const { queries, now } = change;
        const role = new_role[".tag"];
        const member = await selectPresent(queries, teamId, user, (reason) =>
          routeError(membersSetAdminPermissions, reason),
        );
        if (member.status === "suspended" || member.membership_type === "limited") {
          throw routeError(membersSetAdminPermissions, "cannot_set_permissions");
        }
        if (role !== "team_admin" && (await isLastAdmin(change, member))) {
          throw routeError(membersSetAdminPermissions, "last_admin");
        }
        if (role !== member.role) {
          await queries.run(sql`update member set role = ${role} where id = ${member.id}`);
          await notifyOfMembers(queries, teamId, [member.id], now);
        }
        return { team_member_id: member.id, role };
      });
    },
  };
}
