import type { team as types } from "cloud-storage-api";
import { groupsJobStatusGet } from "cloud-storage-api/team";
import type { ComponentChildren, VNode } from "preact";
import { FormDialog } from "../actions/form-dialog.js";
import { showChange } from "../actions/show-change.js";
import { waitForJob } from "../calls/explain-errors.js";
import { useAdminConsole } from "../console-context.js";
import { explainRemoveFromGroup } from "../problems/group-problems.js";
import { explainGroupJob } from "../problems/job-problems.js";

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
