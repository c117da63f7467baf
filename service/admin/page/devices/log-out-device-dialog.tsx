import type { team as types } from "cloud-storage-api";
import type { ComponentChildren, VNode } from "preact";
import type { DeviceRow } from "../../server/lists/rows.js";
import { FormDialog } from "../actions/form-dialog.js";
import { showChange } from "../actions/show-change.js";
import { explainErrors } from "../calls/explain-errors.js";
import { useAdminConsole } from "../console-context.js";
import { explainRevokeDevice } from "../problems/device-and-app-problems.js";

interface LogOutDeviceDialogProps {
  readonly device: DeviceRow;
  /** Called with the remaining devices of the member. */
  readonly onChanged: (devices: readonly DeviceRow[]) => void;
}

/** Asks for confirmation to log out a device. */
export function LogOutDeviceDialog({ device, onChanged }: LogOutDeviceDialogProps): VNode {
  const admin = useAdminConsole();
  const { member, name, kind, team_member_id } = device;
  const submit = async (data: FormData): Promise<ComponentChildren> => {
    await explainErrors(
      admin.team.devicesRevokeDeviceSession(session(device, data.has("delete"))),
      explainRevokeDevice,
    );
    await showChange(admin, async () => onChanged(await admin.lists.refresh("devices", team_member_id)));
    return (
      <>
        <bdi>{member}</bdi> is logged out of <bdi>{name}</bdi>.
      </>
    );
  };
  return (
    <FormDialog
      title={
        <>
          Log <bdi>{member}</bdi> out of <bdi>{name}</bdi>?
        </>
      }
      button="Log out"
      isDangerous
      submit={submit}
    >
      <p>{member} can log in again with their password.</p>
      {kind === "desktop_client" && (
        <label class="check">
          <input type="checkbox" name="delete" />
          <span>
            Delete the team’s files from this computer
            <small>This happens when it is next online.</small>
          </span>
        </label>
      )}
    </FormDialog>
  );
}

function session(
  { kind, session_id, team_member_id }: DeviceRow,
  delete_on_unlink: boolean,
): types.RevokeDeviceSessionArgInput {
  return kind === "desktop_client"
    ? { ".tag": kind, session_id, team_member_id, delete_on_unlink }
    : { ".tag": kind, session_id, team_member_id };
}
