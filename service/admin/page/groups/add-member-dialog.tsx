import type { team } from "cloud-storage-api";
import type { ComponentChildren, VNode } from "preact";
import { FormDialog } from "../actions/form-dialog.js";
import { showChange } from "../actions/show-change.js";
import { Choice } from "../components/choice.js";
import { enteredText } from "../components/field.js";
import { useAdminConsole } from "../console-context.js";
import { Picker } from "../lists/picker.js";
import { addToGroup } from "./add-to-group.js";
import { accessOptions, chosenAccess } from "./wording.js";

interface AddMemberDialogProps {
  readonly group: team.GroupSummary;
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
