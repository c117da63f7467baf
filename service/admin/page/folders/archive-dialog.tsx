import { teamFolderArchiveCheck } from "cloud-storage-api/team";
import type { team as types } from "cloud-storage-api";
import type { ComponentChildren, VNode } from "preact";
import { FormDialog } from "../actions/form-dialog.js";
import { waitForJob } from "../calls/explain-errors.js";
import { useAdminConsole } from "../console-context.js";
import { explainFolderStatus } from "../problems/folder-problems.js";
import { explainJob } from "../problems/job-problems.js";
import { toProblem } from "../problems/problem.js";

interface ArchiveDialogProps {
  readonly folder: types.TeamFolderMetadata;
  readonly onChanged: () => Promise<void>;
}

/** Asks for confirmation to archive a team folder. */
export function ArchiveDialog({ folder, onChanged }: ArchiveDialogProps): VNode {
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
