import type { team as types } from "cloud-storage-api";
import type { ComponentChildren, VNode } from "preact";
import { FormDialog } from "../actions/form-dialog.js";
import { explainErrors } from "../calls/explain-errors.js";
import { useAdminConsole } from "../console-context.js";
import { explainFolderStatus } from "../problems/folder-problems.js";

interface DeleteFolderDialogProps {
  readonly folder: types.TeamFolderMetadata;
  readonly onChanged: () => Promise<void>;
}

/** Asks for confirmation to permanently delete an archived team folder. */
export function DeleteFolderDialog({ folder, onChanged }: DeleteFolderDialogProps): VNode {
  const { team } = useAdminConsole();
  const { team_folder_id, name } = folder;
  const submit = async (): Promise<ComponentChildren> => {
    await explainErrors(team.teamFolderPermanentlyDelete({ team_folder_id }), explainFolderStatus);
    await onChanged();
    return (
      <>
        The folder <bdi>{name}</bdi> was deleted.
      </>
    );
  };
  return (
    <FormDialog
      title={
        <>
          Delete <bdi>{name}</bdi> permanently?
        </>
      }
      button="Delete permanently"
      isDangerous
      submit={submit}
    >
      <p>The folder and all its files are deleted. This cannot be undone.</p>
    </FormDialog>
  );
}
