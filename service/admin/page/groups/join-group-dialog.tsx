import type { VNode } from "preact";
import { FormDialog } from "../actions/form-dialog.js";
import { showChange } from "../actions/show-change.js";
import { enteredText } from "../components/field.js";
import { counted } from "../components/text.js";
import { useAdminConsole } from "../console-context.js";
import { Picker } from "../lists/picker.js";
import type { MemberDialogProps } from "../members/member-dialog.js";
import { addToGroup } from "./add-to-group.js";

/** The dialog in which the administrator picks a group for a member. */
export function JoinGroupDialog({ member, onChanged }: MemberDialogProps): VNode {
  const admin = useAdminConsole();
  const { team_member_id, name } = member.profile;
  const submit = async (data: FormData): Promise<string> => {
    await addToGroup(admin, enteredText(data, "group"), team_member_id, { ".tag": "member" });
    await showChange(admin, onChanged);
    return `${name.display_name} was added to the group.`;
  };
  return (
    <FormDialog title={`Add ${name.display_name} to a group`} button="Add to group" submit={submit}>
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
    </FormDialog>
  );
}
