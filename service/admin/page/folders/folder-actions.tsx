import { match, type team as types } from "cloud-storage-api";
import type { MenuItem } from "../components/menu.js";
import type { AdminConsole } from "../console-context.js";
import { runNotified } from "../actions/run-notified.js";
import { showChange } from "../actions/show-change.js";
import { explainErrors } from "../calls/explain-errors.js";
import { explainFolderStatus } from "../problems/folder-problems.js";
import { ArchiveDialog } from "./archive-dialog.js";
import { DeleteFolderDialog } from "./delete-folder-dialog.js";
import { FolderDialog } from "./folder-dialog.js";

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
