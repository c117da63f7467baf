import type { team as types } from "cloud-storage-api";
import type { ComponentChildren, VNode } from "preact";
import { deviceKinds, type DeviceRow, type ListSorts } from "../server/lists/rows.js";
import { FormDialog } from "./actions/form-dialog.js";
import { showChange } from "./actions/show-outcome.js";
import { explainErrors } from "./calls/explain-errors.js";
import { Heading } from "./components/heading.js";
import { Icon, type IconName } from "./components/icon.js";
import { Empty } from "./components/placeholders.js";
import { ago } from "./components/text.js";
import { useAdminConsole } from "./console-context.js";
import { ListView } from "./lists/list-view.js";
import { type Column, type Filter, useList } from "./lists/use-list.js";
import { hrefFor } from "./location.js";
import { explainRevokeDevice } from "./problems/route-problems.js";

/** The devices on which members are logged in. */
export function Devices(): VNode {
  const { showDialog } = useAdminConsole();
  const list = useList("devices");
  const keep = (device: DeviceRow, left: readonly DeviceRow[]): void => {
    const ids = new Set(left.map(({ session_id }) => session_id));
    list.change((row) => (row.team_member_id !== device.team_member_id || ids.has(row.session_id) ? row : undefined));
  };
  return (
    <>
      <Heading title="Devices" description="Where members are logged in: browsers, computers, phones and tablets." />
      <ListView
        list={list}
        caption="Devices"
        searchLabel="Search devices"
        filters={filters}
        columns={columns}
        rowKey={({ session_id }) => session_id}
        rowName={({ name, member }) => `${name} of ${member}`}
        actions={(device) => [
          {
            label: "Log out",
            icon: "log-out",
            isDangerous: true,
            select: () => showDialog(<LogOutDeviceDialog device={device} onChanged={(left) => keep(device, left)} />),
          },
        ]}
        empty={
          <Empty icon="devices" title="No devices">
            Nobody on the team is logged in at the moment.
          </Empty>
        }
      />
    </>
  );
}

const columns: readonly Column<DeviceRow, ListSorts["devices"]>[] = [
  {
    title: "Member",
    sort: "member",
    isHeading: true,
    cell: ({ member, team_member_id }) => <a href={hrefFor("members", team_member_id)}>{member}</a>,
  },
  {
    title: "Device",
    sort: "device",
    cell: ({ kind, name, system }) => (
      <span class="with-icon">
        <Icon name={deviceIcons[kind]} />
        <span>
          {name}
          <small>{system}</small>
        </span>
      </span>
    ),
  },
  { title: "Kind", sort: "kind", cell: ({ kind }) => deviceKinds[kind] },
  {
    title: "Place",
    cell: ({ country, ip_address }) =>
      country === undefined ? (ip_address ?? "Unknown") : <Place country={country} ip={ip_address} />,
  },
  { title: "Last seen", sort: "seen", cell: (device) => deviceSeen(device) },
];

function Place({ country, ip }: { readonly country: string; readonly ip: string | undefined }): VNode {
  return (
    <span>
      {country}
      {ip !== undefined && <small>{ip}</small>}
    </span>
  );
}

const filters: readonly Filter[] = [
  {
    name: "kind",
    label: "Kind",
    options: Object.entries(deviceKinds).map(([value, label]) => ({ value, label })),
  },
];

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

/** Kind of device to its icon. */
const deviceIcons: Readonly<Record<DeviceRow["kind"], IconName>> = {
  web_session: "web",
  desktop_client: "devices",
  mobile_client: "phone",
};

/** Returns when a device was last seen, for people. */
export function deviceSeen({ updated }: DeviceRow): string {
  return updated === undefined ? "at an unknown time" : ago(Date.parse(updated));
}
