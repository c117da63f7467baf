import type { RevokeDeviceSessionArgInput } from "cloud-storage-api/team";
import type { VNode } from "preact";
import { useCallback } from "preact/hooks";
import { Action } from "./action.js";
import type { PartProps, Team } from "./app.js";
import { every } from "./every.js";
import { useLoaded } from "./loaded.js";
import { Status } from "./status.js";
import { Table } from "./table.js";

/** Somewhere where a member is logged in. */
interface Device {
  readonly owner: string;
  readonly description: string;
  readonly updated: string | undefined;
  /** What ends the session. */
  readonly session: RevokeDeviceSessionArgInput;
}

/** Where members are logged in. */
export function Devices({ team, onChange }: PartProps): VNode {
  const devices = useLoaded(
    useCallback(() => devicesOf(team), [team]),
    onChange,
  );
  return (
    <>
      <Status of={devices} />
      <Table headings={["Member", "Device", "Last seen"]}>
        {devices.value?.map(({ owner, description, updated, session }) => (
          <tr key={session.session_id}>
            <td>{owner}</td>
            <td>{description}</td>
            <td>{updated ?? "never"}</td>
            <td>
              <Action on={devices} going={`Logging ${owner} out`} run={() => team.devicesRevokeDeviceSession(session)}>
                Log out
              </Action>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

async function devicesOf(team: Team): Promise<Device[]> {
  const [members, devices] = await Promise.all([every(team.membersList()), every(team.devicesListMembersDevices())]);
  const names = new Map(members.map(({ profile }) => [profile.team_member_id, profile.name.display_name]));
  return devices.flatMap(({ team_member_id, web_sessions = [], desktop_clients = [], mobile_clients = [] }) => {
    const owner = names.get(team_member_id) ?? team_member_id;
    return [
      ...web_sessions.map(({ session_id, browser, os, updated }) => ({
        owner,
        description: `${browser} on ${os}`,
        updated,
        session: { ".tag": "web_session", session_id, team_member_id } as const,
      })),
      ...desktop_clients.map(({ session_id, host_name, platform, updated }) => ({
        owner,
        description: `${host_name} (${platform})`,
        updated,
        session: { ".tag": "desktop_client", session_id, team_member_id } as const,
      })),
      ...mobile_clients.map(({ session_id, device_name, client_type, updated }) => ({
        owner,
        description: `${device_name} (${client_type[".tag"].replaceAll("_", " ")})`,
        updated,
        session: { ".tag": "mobile_client", session_id, team_member_id } as const,
      })),
    ];
  });
}
