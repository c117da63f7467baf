import type { team as types } from "cloud-storage-api";
import { groupsJobStatusGet } from "cloud-storage-api/team";
import type { ComponentChildren, VNode } from "preact";
import { FormDialog } from "../actions/form-dialog.js";
import { showChange } from "../actions/show-change.js";
import { waitForJob } from "../calls/explain-errors.js";
import { useAdminConsole } from "../console-context.js";
import { explainDeleteGroup } from "../problems/group-problems.js";
import { explainGroupJob } from "../problems/job-problems.js";

interface DeleteGroupDialogProps {
  readonly group: types.GroupSummary;
  readonly onDeleted: () => void;
}

/** Asks for confirmation to delete a group. */
export function DeleteGroupDialog({ group, onDeleted }: DeleteGroupDialogProps): VNode {
  const admin = useAdminConsole();
  const { group_id, group_name } = group;
  const submit = async (): Promise<ComponentChildren> => {
    const launch = admin.team.groupsDelete({ ".tag": "group_id", group_id });
    await waitForJob(launch, explainDeleteGroup, groupsJobStatusGet, explainGroupJob);
    await showChange(admin, async () => {
      await admin.lists.refresh("groups", group_id);
    });
    onDeleted();
    return (
      <>
        The group <bdi>{group_name}</bdi> was deleted.
      </>
    );
  };
  return (
    <FormDialog
      title={
        <>
          Delete the group <bdi>{group_name}</bdi>?
        </>
      }
      button="Delete"
      isDangerous
      submit={submit}
    >
      <p>Its members stay on the team, and lose access to what is shared with the group. This cannot be undone.</p>
    </FormDialog>
  );
}
