import type { team } from "cloud-storage-api";
import { showChange } from "../actions/show-change.js";
import type { AdminConsole } from "../console-context.js";

/** Reloads a member after a change, and passes the current state to `onChange`. */
export async function refreshMember(
  admin: AdminConsole,
  { profile }: team.TeamMemberInfo,
  onChange: (member: team.TeamMemberInfo) => void,
): Promise<void> {
  await showChange(admin, async () => {
    const rows = await admin.lists.refresh("members", profile.team_member_id);
    rows.forEach(onChange);
  });
}
