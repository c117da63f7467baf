import type { VNode } from "preact";
import { FormDialog } from "../actions/form-dialog.js";
import { explainErrors } from "../calls/explain-errors.js";
import { useAdminConsole } from "../console-context.js";
import { explainSuspend } from "../problems/member-problems.js";
import { selectMember, type MemberDialogProps } from "./member-dialog.js";
import { WipeField, wantsWipe } from "./wipe-field.js";

/** Asks for confirmation to suspend a member. */
export function SuspendDialog({ member, onChanged }: MemberDialogProps): VNode {
  const { team } = useAdminConsole();
  const name = member.profile.name.display_name;
  const submit = async (data: FormData): Promise<string> => {
    await explainErrors(
      team.membersSuspend({ user: selectMember(member), wipe_data: wantsWipe(data) }),
      explainSuspend,
    );
    await onChanged();
    return `${name} is suspended.`;
  };
  return (
    <FormDialog title={`Suspend ${name}?`} button="Suspend" isDangerous submit={submit}>
      <p>{name} cannot log in until you end the suspension. Files and groups stay as they are.</p>
      <WipeField />
    </FormDialog>
  );
}
