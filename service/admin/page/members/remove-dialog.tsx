import { membersRemoveJobStatusGet } from "cloud-storage-api/team";
import type { VNode } from "preact";
import { FormDialog } from "../actions/form-dialog.js";
import { waitForJob } from "../calls/explain-errors.js";
import { useAdminConsole } from "../console-context.js";
import { explainJob } from "../problems/job-problems.js";
import { explainRemove } from "../problems/member-problems.js";
import { selectMember, type MemberDialogProps } from "./member-dialog.js";
import { WipeField, wantsWipe } from "./wipe-field.js";

/** Asks for confirmation to remove a member or to withdraw an invitation. */
export function RemoveDialog({ member, onChanged }: MemberDialogProps): VNode {
  const { team } = useAdminConsole();
  const { name, status } = member.profile;
  const isInvited = status[".tag"] === "invited";
  const submit = async (data: FormData): Promise<string> => {
    const launch = team.membersRemove({ user: selectMember(member), wipe_data: wantsWipe(data) });
    await waitForJob(launch, explainRemove, membersRemoveJobStatusGet, explainJob);
    await onChanged();
    return isInvited ? `The invitation of ${name.display_name} is withdrawn.` : `${name.display_name} was removed.`;
  };
  return isInvited ? (
    <FormDialog
      title={`Withdraw the invitation of ${name.display_name}?`}
      button="Withdraw"
      isDangerous
      submit={submit}
    >
      <p>The link in the invitation stops working, and the license is free again.</p>
    </FormDialog>
  ) : (
    <FormDialog title={`Remove ${name.display_name} from the team?`} button="Remove" isDangerous submit={submit}>
      <p>
        {name.display_name} loses access at once, and the license is free again. For 7 days you can recover the account
        with all its files.
      </p>
      <WipeField />
    </FormDialog>
  );
}
