import type { team as types } from "cloud-storage-api";
import { groupsJobStatusGet, tagsOfGroupManagementType } from "cloud-storage-api/team";
import type { ComponentChildren, VNode } from "preact";
import { managementNames } from "../../server/lists/rows.js";
import { FormDialog } from "../actions/form-dialog.js";
import { showChange } from "../actions/show-outcome.js";
import { explainErrors, waitForJob } from "../calls/explain-errors.js";
import { Choice, enteredText, Field, type Option } from "../components/field.js";
import { useAdminConsole } from "../console-context.js";
import {
  explainCreateGroup,
  explainDeleteGroup,
  explainGroupJob,
  explainUpdateGroup,
} from "../problems/route-problems.js";

interface GroupDialogProps {
  /** The group to change; undefined for a new one. */
  readonly group?: types.GroupSummary;
  /** Called with the group after the change. */
  readonly onChanged: (group: types.GroupSummary) => void;
}

/** The dialog that creates a group, or changes its name and management. */
export function GroupDialog({ group, onChanged }: GroupDialogProps): VNode {
  const admin = useAdminConsole();
  const { team, lists } = admin;
  const submit = async (data: FormData): Promise<ComponentChildren> => {
    const name = enteredText(data, "name");
    const management = chosenManagement(enteredText(data, "management"));
    const { group_id } = await (group === undefined
      ? explainErrors(team.groupsCreate({ group_name: name, group_management_type: management }), explainCreateGroup)
      : explainErrors(team.groupsUpdate(changes(group, name, management)), explainUpdateGroup));
    await showChange(admin, async () => {
      const rows = await lists.refresh("groups", group_id);
      rows.forEach(onChanged);
    });
    return group === undefined ? (
      <>
        The group <bdi>{name}</bdi> was created.
      </>
    ) : (
      <>
        The group <bdi>{name}</bdi> is saved.
      </>
    );
  };
  return (
    <FormDialog
      title={
        group === undefined ? (
          "Create a group"
        ) : (
          <>
            Edit <bdi>{group.group_name}</bdi>
          </>
        )
      }
      button={group === undefined ? "Create group" : "Save"}
      submit={submit}
    >
      <Field label="Name" name="name" value={group?.group_name ?? ""} maxLength={255} />
      <Choice
        legend="Managed by"
        name="management"
        options={managementOptions}
        chosen={group?.group_management_type[".tag"] ?? "company_managed"}
      />
    </FormDialog>
  );
}

/** Returns only the changed fields, because the group's own name would count as taken. */
function changes(
  { group_id, group_name, group_management_type }: types.GroupSummary,
  name: string,
  management: types.GroupManagementType,
): types.GroupUpdateArgInput {
  return {
    group: { ".tag": "group_id", group_id },
    return_members: false,
    ...(name !== group_name && { new_group_name: name }),
    ...(management[".tag"] !== group_management_type[".tag"] && { new_group_management_type: management }),
  };
}

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

type Management = types.GroupManagementType[".tag"];

const managementHints: Readonly<Record<Management, string>> = {
  company_managed: "Only administrators change the group.",
  user_managed: "Members who are made owners can change it, too.",
};

const managementOptions: readonly Option[] = tagsOfGroupManagementType.map((value) => ({
  value,
  label: managementNames[value],
  hint: managementHints[value],
}));

/** Returns the management that was chosen in a form. */
function chosenManagement(value: string): { readonly ".tag": Management } {
  return { ".tag": tagsOfGroupManagementType.find((tag) => tag === value) ?? "company_managed" };
}
