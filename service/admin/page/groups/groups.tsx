import type { team } from "cloud-storage-api";
import type { VNode } from "preact";
import { type ListSorts, managementNames } from "../../server/lists/rows.js";
import { Heading } from "../components/heading.js";
import { Icon } from "../components/icon.js";
import { Empty } from "../components/placeholders.js";
import { formatNumber } from "../components/text.js";
import { useAdminConsole } from "../console-context.js";
import { ListView } from "../lists/list-view.js";
import { type Column, type Filter, useList } from "../lists/use-list.js";
import { hrefFor } from "../location.js";
import { DeleteGroupDialog, GroupDialog } from "./group-dialogs.js";

/** The groups of the team. */
export function Groups(): VNode {
  const { showDialog } = useAdminConsole();
  const list = useList("groups");
  const create = (): void => showDialog(<GroupDialog onChanged={() => list.reload()} />);
  const replace = (group: team.GroupSummary): void =>
    list.change((row) => (row.group_id === group.group_id ? group : row));
  const remove = (id: string): void => list.change((row) => (row.group_id === id ? undefined : row));
  return (
    <>
      <Heading title="Groups" description="Share with many people at once.">
        <button type="button" class="primary" onClick={create}>
          <Icon name="plus" />
          Create group
        </button>
      </Heading>
      <ListView
        list={list}
        caption="Groups"
        searchLabel="Search groups"
        filters={filters}
        columns={columns}
        rowKey={({ group_id }) => group_id}
        rowName={({ group_name }) => group_name}
        actions={(group) => [
          { label: "Edit", select: () => showDialog(<GroupDialog group={group} onChanged={replace} />) },
          {
            label: "Delete",
            isDangerous: true,
            select: () => showDialog(<DeleteGroupDialog group={group} onDeleted={() => remove(group.group_id)} />),
          },
        ]}
        empty={
          <Empty icon="groups" title="No groups yet">
            Create one for each department or project, and share folders with it.
          </Empty>
        }
      />
    </>
  );
}

const columns: readonly Column<team.GroupSummary, ListSorts["groups"]>[] = [
  {
    title: "Name",
    sort: "name",
    isHeading: true,
    cell: ({ group_id, group_name }) => <a href={hrefFor("groups", group_id)}>{group_name}</a>,
  },
  { title: "Members", sort: "members", cell: ({ member_count = 0 }) => formatNumber(member_count) },
  {
    title: "Managed by",
    sort: "management",
    cell: ({ group_management_type }) => managementNames[group_management_type[".tag"]],
  },
];

const filters: readonly Filter[] = [
  {
    name: "management",
    label: "Managed by",
    options: Object.entries(managementNames).map(([value, label]) => ({ value, label })),
  },
];
