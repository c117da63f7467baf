import type { RevokeDeviceSessionArg } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import { nameActor, toActor } from "../../access/audit.js";
import type { TeamCaller } from "../../access/caller.js";
import type { Database } from "../../database/database.js";
import { isMember } from "../members/is-member.js";

/**
 * Ends a device session of a member. Returns the error if that is impossible. The client deletes its data when it is next online,
 * if the argument requests this and the client supports it (B-141).
 */
export async function revokeSession(
  database: Database,
  caller: TeamCaller,
  arg: RevokeDeviceSessionArg,
): Promise<"member_not_found" | "device_session_not_found" | undefined> {
  if (!(await isMember(database, caller.teamId, arg.team_member_id))) {
    return "member_not_found";
  }
  const kind = deviceKind(arg);
  const isToBeWiped = arg[".tag"] === "desktop_client" && arg.delete_on_unlink;
  const revoked = await database.transaction(async (queries) => {
    await nameActor(queries, toActor(caller));
    return queries.run(sql`
      update device_session
      set is_revoked = true,
          is_to_be_wiped = is_to_be_wiped
            or (${isToBeWiped}::boolean and coalesce((info->>'is_delete_on_unlink_supported')::boolean, false))
      where id = ${arg.session_id} and member_id = ${arg.team_member_id} and kind = ${kind} and not is_revoked`);
  });
  return revoked === 0 ? "device_session_not_found" : undefined;
}

function deviceKind(arg: RevokeDeviceSessionArg): "web" | "desktop" | "mobile" {
  switch (arg[".tag"]) {
    case "web_session":
      return "web";
    case "desktop_client":
      return "desktop";
    case "mobile_client":
      return "mobile";
  }
}
