import type { team as types } from "cloud-storage-api";
import type { ComponentChildren, VNode } from "preact";
import { FormDialog } from "../actions/form-dialog.js";
import { showChange } from "../actions/show-change.js";
import { explainErrors } from "../calls/explain-errors.js";
import { enteredText, Field } from "../components/field.js";
import { useAdminConsole } from "../console-context.js";
import { explainCreateFolder, explainRenameFolder } from "../problems/folder-problems.js";

interface FolderDialogProps {
  /** The folder to rename; undefined for a new one. */
  readonly folder?: types.TeamFolderMetadata;
  /** Called with the folder after the change. */
  readonly onChanged: (folder: types.TeamFolderMetadata) => void;
}

/** The dialog that creates or renames a team folder. */
export function FolderDialog({ folder, onChanged }: FolderDialogProps): VNode {
  const admin = useAdminConsole();
  const { team, lists } = admin;
  const submit = async (data: FormData): Promise<ComponentChildren> => {
    const name = enteredText(data, "name");
    const { team_folder_id } = await (folder === undefined
      ? explainErrors(team.teamFolderCreate({ name }), explainCreateFolder)
      : explainErrors(team.teamFolderRename({ team_folder_id: folder.team_folder_id, name }), explainRenameFolder));
    await showChange(admin, async () => {
      const rows = await lists.refresh("folders", team_folder_id);
      rows.forEach(onChanged);
    });
    return folder === undefined ? (
      <>
        The folder <bdi>{name}</bdi> was created.
      </>
    ) : (
      <>
        The folder is now called <bdi>{name}</bdi>.
      </>
    );
  };
  return (
    <FormDialog
      title={
        folder === undefined ? (
          "Create a team folder"
        ) : (
          <>
            Rename <bdi>{folder.name}</bdi>
          </>
        )
      }
      button={folder === undefined ? "Create folder" : "Rename"}
      submit={submit}
    >
      <Field label="Name" name="name" value={folder?.name ?? ""} maxLength={255} />
    </FormDialog>
  );
}
