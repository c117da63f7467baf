import type { team as types } from "cloud-storage-api";
import { explainErrors } from "../calls/explain-errors.js";
import type { AdminConsole } from "../console-context.js";
import { explainSetAccess } from "../problems/group-problems.js";

/** Changes the access type of a group member. Rejects with a `Problem` if that is impossible. */
export async function setAccess(
  { team }: AdminConsole,
  group_id: string,
  team_member_id: string,
  access: types.GroupAccessType[".tag"],
): Promise<void> {
  const call = team.groupsMembersSetAccessType({
    group: { ".tag": "group_id", group_id },
    user: { ".tag": "team_member_id", team_member_id },
    access_type: { ".tag": access },
    return_members: false,
  });
  await explainErrors(call, explainSetAccess);
}
