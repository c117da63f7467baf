import type { VNode } from "preact";
import { useLoaded } from "../calls/use-loaded.js";
import { Alert } from "../components/alert.js";
import { Card } from "../components/card.js";
import { Items } from "../components/items.js";
import { useAdminConsole } from "../console-context.js";
import { LogOutDeviceDialog } from "../devices/log-out-device-dialog.js";
import { deviceSeen } from "../devices/wording.js";

/** The devices on which a member is logged in. */
export function MemberDevices({ id, name }: { readonly id: string; readonly name: string }): VNode {
  const { lists, showDialog } = useAdminConsole();
  const devices = useLoaded(() => lists.refresh("devices", id), [lists, id]);
  return (
    <Card title="Devices">
      {devices.problem !== undefined && <Alert retry={devices.reload}>{devices.problem}</Alert>}
      {devices.value !== undefined && (
        <Items
          none={
            <>
              <bdi>{name}</bdi> is not logged in anywhere.
            </>
          }
          items={devices.value.map((device) => ({
            key: device.session_id,
            title: (
              <>
                <bdi>{device.name}</bdi> ({device.system})
              </>
            ),
            detail: `Seen ${deviceSeen(device)}`,
            menuLabel: `Actions for ${device.name}`,
            actions: [
              {
                label: "Log out",
                icon: "log-out",
                isDangerous: true,
                select: () =>
                  showDialog(<LogOutDeviceDialog device={device} onChanged={(rows) => devices.change(() => rows)} />),
              },
            ],
          }))}
        />
      )}
    </Card>
  );
}
