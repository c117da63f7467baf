import { match, type team as types } from "cloud-storage-api";
import { teamFolderArchiveCheck } from "cloud-storage-api/team";
import type { ComponentChildren, VNode } from "preact";
import { FormDialog } from "./actions/form-dialog.js";
import { runNotified, showChange } from "./actions/show-outcome.js";
import { explainErrors, waitForJob } from "./calls/explain-errors.js";
import { enteredText, Field } from "./components/field.js";
import type { MenuItem } from "./components/menu.js";
import { type AdminConsole, useAdminConsole } from "./console-context.js";
import { toProblem } from "./problems/problem.js";
import {
  explainCreateFolder,
  explainFolderStatus,
  explainJob,
  explainRenameFolder,
} from "./problems/route-problems.js";

/**
 * Returns the actions of a team folder. `onChange` is called with the folder after a change, or with undefined if it is
 * deleted.
 */
export function folderActions(
  admin: AdminConsole,
  folder: types.TeamFolderMetadata,
  onChange: (folder: types.TeamFolderMetadata | undefined) => void,
): readonly MenuItem[] {
  const { team, lists, showDialog } = admin;
  const { team_folder_id, name, status } = folder;
  const onChanged = (): Promise<void> =>
    showChange(admin, async () => {
      const [changed] = await lists.refresh("folders", team_folder_id);
      onChange(changed);
    });
  const rename: MenuItem = {
    label: "Rename",
    select: () => showDialog(<FolderDialog folder={folder} onChanged={onChange} />),
  };
  const archive: MenuItem = {
    label: "Archive",
    isDangerous: true,
    select: () => showDialog(<ArchiveDialog folder={folder} onChanged={onChanged} />),
  };
  const activate: MenuItem = {
    label: "Activate",
    select: () =>
      void runNotified(admin, {
        progress: (
          <>
            Activating <bdi>{name}</bdi>
          </>
        ),
        done: (
          <>
            The folder <bdi>{name}</bdi> is active again.
          </>
        ),
        work: async () => {
          await explainErrors(team.teamFolderActivate({ team_folder_id }), explainFolderStatus);
          await onChanged();
        },
      }),
  };
  const remove: MenuItem = {
    label: "Delete permanently",
    isDangerous: true,
    select: () => showDialog(<DeleteFolderDialog folder={folder} onChanged={onChanged} />),
  };
  return match(status, { active: () => [rename, archive], archived: () => [activate, rename, remove] });
}

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

interface ArchiveDialogProps {
  readonly folder: types.TeamFolderMetadata;
  readonly onChanged: () => Promise<void>;
}

/** Asks for confirmation to archive a team folder. */
function ArchiveDialog({ folder, onChanged }: ArchiveDialogProps): VNode {
  const { team } = useAdminConsole();
  const { team_folder_id, name } = folder;
  const submit = async (): Promise<ComponentChildren> => {
    const launch = team.teamFolderArchive({ team_folder_id });
    const done = await waitForJob(launch, explainFolderStatus, teamFolderArchiveCheck, explainJob);
    if (done[".tag"] === "failed") {
      throw toProblem(explainFolderStatus(done.failed));
    }
    await onChanged();
    return (
      <>
        The folder <bdi>{name}</bdi> is archived.
      </>
    );
  };
  return (
    <FormDialog
      title={
        <>
          Archive <bdi>{name}</bdi>?
        </>
      }
      button="Archive"
      isDangerous
      submit={submit}
    >
      <p>All members lose access to the folder. Its files stay, and you can activate it again.</p>
    </FormDialog>
  );
}

interface DeleteFolderDialogProps {
  readonly folder: types.TeamFolderMetadata;
  readonly onChanged: () => Promise<void>;
}

/** Asks for confirmation to permanently delete an archived team folder. */
function DeleteFolderDialog({ folder, onChanged }: DeleteFolderDialogProps): VNode {
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
