import type { team } from "cloud-storage-api";
import type { VNode } from "preact";
import type { MenuItem } from "../components/menu.js";
import type { AdminConsole } from "../console-context.js";
import { JoinGroupDialog } from "../groups/join-group-dialog.js";
import type { MembersDialogProps } from "./member-dialog.js";
import { obstacleToJoin, obstacleToRemove, obstacleToSuspend, type Obstacle } from "./obstacles.js";
import { refreshMember } from "./refresh-member.js";
import { RemoveDialog } from "./remove-dialog.js";
import { SuspendDialog } from "./suspend-dialog.js";

/** Returns the actions for several members. `onChange` is called with each member after a change. */
export function bulkActions(
  admin: AdminConsole,
  members: readonly team.TeamMemberInfo[],
  onChange: (member: team.TeamMemberInfo) => void,
): readonly MenuItem[] {
  const onChanged = (member: team.TeamMemberInfo): Promise<void> => refreshMember(admin, member, onChange);
  const item = (label: string, obstacle: Obstacle, Dialog: (props: MembersDialogProps) => VNode): MenuItem => ({
    label,
    select: () => admin.showDialog(<Dialog members={members} onChanged={onChanged} />),
    ...unlessPossible(members.map((member) => obstacle(member, admin.administrator))),
  });
  return [
    item("Add to a group", obstacleToJoin, JoinGroupDialog),
    { ...item("Suspend", obstacleToSuspend, SuspendDialog), isDangerous: true },
    { ...item("Remove from team", obstacleToRemove, RemoveDialog), isDangerous: true },
  ];
}

/** Marks an item as unavailable if its action is possible for none of the members; returns the reason. */
function unlessPossible(obstacles: readonly (string | undefined)[]): Pick<MenuItem, "unavailable"> {
  const [first, ...others] = obstacles;
  return first === undefined || others.includes(undefined)
    ? {}
    : { unavailable: others.length === 0 ? first : "Not possible for any of the selected members." };
}
