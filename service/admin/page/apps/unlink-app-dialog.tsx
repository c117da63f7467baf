import type { ComponentChildren, VNode } from "preact";
import type { AppRow } from "../../server/lists/rows.js";
import { FormDialog } from "../actions/form-dialog.js";
import { showChange } from "../actions/show-change.js";
import { explainErrors } from "../calls/explain-errors.js";
import { useAdminConsole } from "../console-context.js";
import { explainUnlinkApp } from "../problems/device-and-app-problems.js";

interface UnlinkAppDialogProps {
  readonly row: AppRow;
  /** Called with the remaining apps of the member. */
  readonly onChanged: (apps: readonly AppRow[]) => void;
}

/** Asks for confirmation to unlink an app. */
export function UnlinkAppDialog({ row, onChanged }: UnlinkAppDialogProps): VNode {
  const admin = useAdminConsole();
  const { app, member, team_member_id } = row;
  const submit = async (data: FormData): Promise<ComponentChildren> => {
    const keep_app_folder = !data.has("delete");
    const call = admin.team.linkedAppsRevokeLinkedApp({ app_id: app.app_id, team_member_id, keep_app_folder });
    await explainErrors(call, explainUnlinkApp);
    await showChange(admin, async () => onChanged(await admin.lists.refresh("apps", team_member_id)));
    return (
      <>
        <bdi>{app.app_name}</bdi> is unlinked from the account of <bdi>{member}</bdi>.
      </>
    );
  };
  return (
    <FormDialog
      title={
        <>
          Unlink <bdi>{app.app_name}</bdi> from <bdi>{member}</bdi>?
        </>
      }
      button="Unlink"
      isDangerous
      submit={submit}
    >
      <p>The app loses access to the files of {member}. They can link it again.</p>
      {app.is_app_folder && (
        <label class="check">
          <input type="checkbox" name="delete" />
          <span>
            Delete the folder of the app
            <small>With all files that the app keeps there.</small>
          </span>
        </label>
      )}
    </FormDialog>
  );
}
