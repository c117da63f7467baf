import type { team as types } from "cloud-storage-api";
import { groupsJobStatusGet } from "cloud-storage-api/team";
import { showChange } from "../actions/show-change.js";
import { waitForJob } from "../calls/explain-errors.js";
import type { AdminConsole } from "../console-context.js";
import { explainAddToGroup } from "../problems/group-problems.js";
import { explainGroupJob } from "../problems/job-problems.js";

/** Adds a member to a group, and reloads the group. Rejects with a `Problem` if that is impossible. */
export async function addToGroup(
  admin: AdminConsole,
  group_id: string,
  team_member_id: string,
  access_type: types.GroupAccessType,
): Promise<void> {
  const launch = admin.team.groupsMembersAdd({
    group: { ".tag": "group_id", group_id },
    members: [{ user: { ".tag": "team_member_id", team_member_id }, access_type }],
    return_members: false,
  });
  await waitForJob(launch, explainAddToGroup, groupsJobStatusGet, explainGroupJob);
  await showChange(admin, async () => {
    await admin.lists.refresh("groups", group_id);
  });
}
