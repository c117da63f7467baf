import type { team as types } from "cloud-storage-api";
import type { ComponentChildren, VNode } from "preact";
import { FormDialog } from "../actions/form-dialog.js";
import { showChange } from "../actions/show-change.js";
import { explainErrors } from "../calls/explain-errors.js";
import { Choice } from "../components/choice.js";
import { enteredText, Field } from "../components/field.js";
import { useAdminConsole } from "../console-context.js";
import { explainCreateGroup, explainUpdateGroup } from "../problems/group-problems.js";
import { chosenManagement, managementOptions } from "./wording.js";

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
