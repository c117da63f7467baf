import type { ComponentChildren, VNode } from "preact";
import { roleNames } from "../../server/lists/labels.js";
import { FormDialog } from "../actions/form-dialog.js";
import { explainErrors } from "../calls/explain-errors.js";
import { Choice } from "../components/choice.js";
import { enteredText } from "../components/field.js";
import { useAdminConsole } from "../console-context.js";
import { explainSetRole } from "../problems/member-problems.js";
import { selectMember, type MemberDialogProps } from "./member-dialog.js";
import { chosenRole, roleOptions } from "./wording.js";

/** Asks for the new role of a member. */
export function RoleDialog({ member, onChanged }: MemberDialogProps): VNode {
  const { team, administrator } = useAdminConsole();
  const name = member.profile.name.display_name;
  const submit = async (data: FormData): Promise<ComponentChildren> => {
    const new_role = chosenRole(enteredText(data, "role"));
    await explainErrors(team.membersSetAdminPermissions({ user: selectMember(member), new_role }), explainSetRole);
    await onChanged();
    return (
      <>
        <bdi>{name}</bdi> now has the role “{roleNames[new_role[".tag"]]}”.
      </>
    );
  };
  return (
    <FormDialog
      title={
        <>
          Change the role of <bdi>{name}</bdi>
        </>
      }
      button="Change role"
      isSensitive
      submit={submit}
    >
      {member.profile.email === administrator?.email && (
        <p>This is your own role. If you are no longer a team admin, you lose access to this console.</p>
      )}
      <Choice legend="Role" name="role" options={roleOptions} chosen={member.role[".tag"]} />
    </FormDialog>
  );
}
