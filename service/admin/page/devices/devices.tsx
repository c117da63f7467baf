import type { VNode } from "preact";
import { deviceKinds } from "../../server/lists/labels.js";
import type { DeviceRow, ListSorts } from "../../server/lists/rows.js";
import { Empty } from "../components/empty.js";
import { Heading } from "../components/heading.js";
import { Icon } from "../components/icon.js";
import { useAdminConsole } from "../console-context.js";
import type { Column, Filter } from "../lists/column.js";
import { ListView } from "../lists/list-view.js";
import { useList } from "../lists/use-list.js";
import { hrefFor } from "../location.js";
import { LogOutDeviceDialog } from "./log-out-device-dialog.js";
import { deviceIcons, deviceSeen } from "./wording.js";

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
