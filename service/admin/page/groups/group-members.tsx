import type { team, team as types } from "cloud-storage-api";
import type { VNode } from "preact";
import { accessNames, type ListSorts } from "../../server/lists/rows.js";
import { runNotified, showChange } from "../actions/show-outcome.js";
import { explainErrors } from "../calls/explain-errors.js";
import { Avatar, Badge } from "../components/badge.js";
import type { MenuItem } from "../components/menu.js";
import { Empty } from "../components/placeholders.js";
import { useAdminConsole, type AdminConsole } from "../console-context.js";
import { ListView } from "../lists/list-view.js";
import type { Column, ListState } from "../lists/use-list.js";
import { hrefFor } from "../location.js";
import { statusWording } from "../members/member.js";
import { explainSetAccess } from "../problems/route-problems.js";
import { LeaveGroupDialog } from "./membership-dialogs.js";

interface GroupMembersProps {
  readonly group: team.GroupSummary;
  readonly list: ListState<team.GroupMemberInfo>;
  /** Reloads the group after a member has been removed. */
  readonly onChanged: () => Promise<void>;
}

/** The members of a group. */
export function GroupMembers({ group, list, onChanged }: GroupMembersProps): VNode {
  const admin = useAdminConsole();
  const toggleAccess = ({ profile, access_type }: team.GroupMemberInfo): MenuItem => {
    const isOwner = access_type[".tag"] === "owner";
    const name = profile.name.display_name;
    return {
      label: isOwner ? "Make member" : "Make owner",
      select: () =>
        void runNotified(admin, {
          progress: (
            <>
              Changing the access of <bdi>{name}</bdi>
            </>
          ),
          done: (
            <>
              <bdi>{name}</bdi> is now {isOwner ? "a member" : "an owner"} of the group.
            </>
          ),
          work: async () => {
            const id = profile.team_member_id;
            await setAccess(admin, group.group_id, id, isOwner ? "member" : "owner");
            await showChange(admin, async () => {
              const [changed] = await admin.lists.refresh("group-members", id, group.group_id);
              list.change((row) => (row.profile.team_member_id === id ? (changed ?? row) : row));
            });
          },
        }),
    };
  };
  const remove = ({ profile }: team.GroupMemberInfo): MenuItem => ({
    label: "Remove from group",
    isDangerous: true,
    select: () =>
      admin.showDialog(
        <LeaveGroupDialog
          group={group}
          memberId={profile.team_member_id}
          name={profile.name.display_name}
          onChanged={async () => {
            await admin.lists.refresh("group-members", profile.team_member_id, group.group_id);
            await onChanged();
          }}
        />,
      ),
  });
  return (
    <ListView
      list={list}
      caption={`Members of ${group.group_name}`}
      searchLabel="Search members of the group"
      columns={columns}
      rowKey={({ profile }) => profile.team_member_id}
      rowName={({ profile }) => profile.name.display_name}
      actions={(member) =>
        group.group_management_type[".tag"] === "user_managed"
          ? [toggleAccess(member), remove(member)]
          : [remove(member)]
      }
      empty={
        <Empty icon="members" title="Nobody is in this group yet">
          Add the first member.
        </Empty>
      }
    />
  );
}

const columns: readonly Column<team.GroupMemberInfo, ListSorts["group-members"]>[] = [
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
  { title: "Access", sort: "access", cell: ({ access_type }) => accessNames[access_type[".tag"]] },
  {
    title: "Status",
    cell: ({ profile }) => {
      const { label, tone } = statusWording(profile.status);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
];

/** Changes the access type of a group member. Rejects with a `Problem` if that is impossible. */
async function setAccess(
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
