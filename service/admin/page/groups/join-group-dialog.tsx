import type { VNode } from "preact";
import { enteredText } from "../components/field.js";
import { counted } from "../components/text.js";
import { useAdminConsole } from "../console-context.js";
import { Picker } from "../lists/picker.js";
import type { MembersDialogProps } from "../members/member-dialog.js";
import { MembersDialog } from "../members/members-dialog.js";
import { obstacleToJoin } from "../members/obstacles.js";
import { addToGroup } from "./add-to-group.js";

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
