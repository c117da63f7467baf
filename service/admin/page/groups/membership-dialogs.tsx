import type { team as types } from "cloud-storage-api";
import { groupsJobStatusGet, tagsOfGroupAccessType } from "cloud-storage-api/team";
import type { ComponentChildren, VNode } from "preact";
import { accessNames } from "../../server/lists/rows.js";
import { FormDialog } from "../actions/form-dialog.js";
import { showChange } from "../actions/show-outcome.js";
import { waitForJob } from "../calls/explain-errors.js";
import { Choice, enteredText, type Option } from "../components/field.js";
import { counted } from "../components/text.js";
import { type AdminConsole, useAdminConsole } from "../console-context.js";
import { Picker } from "../lists/picker.js";
import { type MembersDialogProps, obstacleToJoin } from "../members/member.js";
import { MembersDialog } from "../members/members-dialogs.js";
import { explainAddToGroup, explainGroupJob, explainRemoveFromGroup } from "../problems/route-problems.js";

interface AddMemberDialogProps {
  readonly group: types.GroupSummary;
  readonly onChanged: () => Promise<void>;
}

/** The dialog in which the administrator picks a member to add to a group. */
export function AddMemberDialog({ group, onChanged }: AddMemberDialogProps): VNode {
  const admin = useAdminConsole();
  const { group_id, group_name } = group;
  const submit = async (data: FormData): Promise<ComponentChildren> => {
    const id = enteredText(data, "member");
    await addToGroup(admin, group_id, id, chosenAccess(enteredText(data, "access")));
    let name = "The member";
    await showChange(admin, async () => {
      const [member] = await admin.lists.refresh("group-members", id, group_id);
      name = member?.profile.name.display_name ?? name;
      await onChanged();
    });
    return (
      <>
        <bdi>{name}</bdi> was added to <bdi>{group_name}</bdi>.
      </>
    );
  };
  return (
    <FormDialog
      title={
        <>
          Add a member to <bdi>{group_name}</bdi>
        </>
      }
      button="Add member"
      submit={submit}
    >
      <Picker
        legend="Member"
        name="member"
        list="members"
        filters={{ status: "active" }}
        searchLabel="Search members"
        option={({ profile }) => ({
          value: profile.team_member_id,
          label: profile.name.display_name,
          hint: profile.email,
        })}
      />
      {group.group_management_type[".tag"] === "user_managed" && (
        <Choice legend="Access" name="access" options={accessOptions} chosen="member" />
      )}
    </FormDialog>
  );
}

/** The dialog in which the administrator picks a group for members. */
export function JoinGroupDialog(props: MembersDialogProps): VNode {
  const admin = useAdminConsole();
  return (
    <MembersDialog
      {...props}
      title={(whom) => <>Add {whom} to a group</>}
      button="Add to group"
      obstacle={obstacleToJoin}
      act={({ profile }, data) =>
        addToGroup(admin, enteredText(data, "group"), profile.team_member_id, { ".tag": "member" })
      }
      done={(whom, isOne) => (
        <>
          {whom} {isOne ? "was" : "were"} added to the group.
        </>
      )}
    >
      <Picker
        legend="Group"
        name="group"
        list="groups"
        searchLabel="Search groups"
        option={({ group_id, group_name, member_count = 0 }) => ({
          value: group_id,
          label: group_name,
          hint: counted(member_count, "member"),
        })}
      />
    </MembersDialog>
  );
}

interface LeaveGroupDialogProps {
  readonly group: types.GroupSummary;
  readonly memberId: string;
  /** The name of the member. */
  readonly name: string;
  readonly onChanged: () => Promise<void>;
}

/** Asks for confirmation to remove a member from a group. */
export function LeaveGroupDialog({ group, memberId, name, onChanged }: LeaveGroupDialogProps): VNode {
  const admin = useAdminConsole();
  const { group_id, group_name } = group;
  const submit = async (): Promise<ComponentChildren> => {
    const launch = admin.team.groupsMembersRemove({
      group: { ".tag": "group_id", group_id },
      users: [{ ".tag": "team_member_id", team_member_id: memberId }],
      return_members: false,
    });
    await waitForJob(launch, explainRemoveFromGroup, groupsJobStatusGet, explainGroupJob);
    await showChange(admin, async () => {
      await admin.lists.refresh("groups", group_id);
      await onChanged();
    });
    return (
      <>
        <bdi>{name}</bdi> was removed from <bdi>{group_name}</bdi>.
      </>
    );
  };
  return (
    <FormDialog
      title={
        <>
          Remove <bdi>{name}</bdi> from <bdi>{group_name}</bdi>?
        </>
      }
      button="Remove"
      isDangerous
      submit={submit}
    >
      <p>
        <bdi>{name}</bdi> loses access to what is shared with the group.
      </p>
    </FormDialog>
  );
}

/** Adds a member to a group, and reloads the group. Rejects with a `Problem` if that is impossible. */
async function addToGroup(
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

type Access = types.GroupAccessType[".tag"];

const accessHints: Readonly<Record<Access, string | undefined>> = {
  member: undefined,
  owner: "Renames the group, adds and removes members.",
};

const accessOptions: readonly Option[] = tagsOfGroupAccessType.map((value) => ({
  value,
  label: accessNames[value],
  hint: accessHints[value],
}));

/** Returns the access type that was chosen in a form. */
function chosenAccess(value: string): { readonly ".tag": Access } {
  return { ".tag": tagsOfGroupAccessType.find((tag) => tag === value) ?? "member" };
}
