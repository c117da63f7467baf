import type { team } from "cloud-storage-api";
import type { VNode } from "preact";
import { type ListSorts, memberStatuses, roleNames } from "../../server/lists/rows.js";
import { Avatar, Badge } from "../components/badge.js";
import { Heading } from "../components/heading.js";
import { Icon } from "../components/icon.js";
import type { MenuItem } from "../components/menu.js";
import { Empty } from "../components/placeholders.js";
import { useAdminConsole, type AdminConsole } from "../console-context.js";
import { JoinGroupDialog } from "../groups/membership-dialogs.js";
import { ListView } from "../lists/list-view.js";
import { type Column, type Filter, useList } from "../lists/use-list.js";
import { hrefFor } from "../location.js";
import { InviteDialog, InviteListDialog } from "./invite-dialogs.js";
import { memberActions } from "./member-actions.js";
import {
  type MembersDialogProps,
  type Obstacle,
  obstacleToJoin,
  obstacleToRemove,
  obstacleToSuspend,
  refreshMember,
  statusWording,
} from "./member.js";
import { RemoveDialog, SuspendDialog } from "./members-dialogs.js";

/** The members of the team. */
export function Members(): VNode {
  const admin = useAdminConsole();
  const list = useList("members");
  const inviteList = (): void => admin.showDialog(<InviteListDialog onInvited={() => list.reload(true)} />);
  const invite = (): void => admin.showDialog(<InviteDialog onInvited={() => list.reload()} />);
  const replace = (member: team.TeamMemberInfo): void =>
    list.change((row) => (row.profile.team_member_id === member.profile.team_member_id ? member : row));
  return (
    <>
      <Heading title="Members" description="Everyone on the team, and recently removed members.">
        <button type="button" onClick={inviteList}>
          Invite several
        </button>
        <button type="button" class="primary" onClick={invite}>
          <Icon name="plus" />
          Invite member
        </button>
      </Heading>
      <ListView
        list={list}
        caption="Members"
        searchLabel="Search members"
        filters={filters}
        columns={columns}
        rowKey={({ profile }) => profile.team_member_id}
        rowName={({ profile }) => profile.name.display_name}
        actions={(member) => memberActions(admin, member, replace)}
        bulkActions={(selection) =>
          bulkActions(admin, selection.rows, (member) => {
            replace(member);
            selection.set([member], false);
          })
        }
        empty={
          <Empty icon="members" title="No members yet">
            Invite the first one.
          </Empty>
        }
      />
    </>
  );
}

const columns: readonly Column<team.TeamMemberInfo, ListSorts["members"]>[] = [
  {
    title: "Name",
    sort: "name",
    isHeading: true,
    cell: ({ profile }) => (
      <a class="person" href={hrefFor("members", profile.team_member_id)}>
        <Avatar name={profile.name.display_name} />
        {profile.name.display_name}
      </a>
    ),
  },
  { title: "Email", sort: "email", cell: ({ profile }) => profile.email },
  { title: "Role", sort: "role", cell: ({ role }) => roleNames[role[".tag"]] },
  {
    title: "Status",
    sort: "status",
    cell: ({ profile }) => {
      const { label, tone } = statusWording(profile.status);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
];

const filters: readonly Filter[] = [
  {
    name: "status",
    label: "Status",
    options: Object.entries(memberStatuses).map(([value, label]) => ({ value, label })),
  },
  {
    name: "role",
    label: "Role",
    options: Object.entries(roleNames).map(([value, label]) => ({ value, label })),
  },
];

/** Returns the actions for several members. `onChange` is called with each member after a change. */
function bulkActions(
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
