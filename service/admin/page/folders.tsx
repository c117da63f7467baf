import { match, type team } from "cloud-storage-api";
import type { VNode } from "preact";
import { folderStatuses, type ListSorts } from "../server/lists/rows.js";
import { Badge, type Tone } from "./components/badge.js";
import { Heading } from "./components/heading.js";
import { Icon } from "./components/icon.js";
import { Empty } from "./components/placeholders.js";
import { useAdminConsole } from "./console-context.js";
import { folderActions, FolderDialog } from "./folder-actions.js";
import { ListView } from "./lists/list-view.js";
import { type Column, type Filter, useList } from "./lists/use-list.js";

/** The team folders. */
export function Folders(): VNode {
  const admin = useAdminConsole();
  const list = useList("folders");
  const create = (): void => admin.showDialog(<FolderDialog onChanged={() => list.reload()} />);
  const replace = (id: string, folder: team.TeamFolderMetadata | undefined): void =>
    list.change((row) => (row.team_folder_id === id ? folder : row));
  return (
    <>
      <Heading title="Team folders" description="Folders that belong to the team, not to one member.">
        <button type="button" class="primary" onClick={create}>
          <Icon name="plus" />
          Create folder
        </button>
      </Heading>
      <ListView
        list={list}
        caption="Team folders"
        searchLabel="Search team folders"
        filters={filters}
        columns={columns}
        rowKey={({ team_folder_id }) => team_folder_id}
        rowName={({ name }) => name}
        actions={(folder) => folderActions(admin, folder, (changed) => replace(folder.team_folder_id, changed))}
        empty={
          <Empty icon="folders" title="No team folders yet">
            Create one for files that everyone needs.
          </Empty>
        }
      />
    </>
  );
}

const columns: readonly Column<team.TeamFolderMetadata, ListSorts["folders"]>[] = [
  {
    title: "Name",
    sort: "name",
    isHeading: true,
    cell: ({ name, status }) => (
      <span class="with-icon">
        <Icon name={status[".tag"] === "archived" ? "archive" : "folders"} />
        {name}
      </span>
    ),
  },
  {
    title: "Status",
    sort: "status",
    cell: ({ status }) => {
      const { label, tone } = folderStatus(status);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  { title: "Access", cell: ({ status }) => folderStatus(status).meaning },
];

const filters: readonly Filter[] = [
  {
    name: "status",
    label: "Status",
    options: Object.entries(folderStatuses).map(([value, label]) => ({ value, label })),
  },
];

interface StatusWording {
  readonly label: string;
  readonly tone: Tone;
  readonly meaning: string;
}

/** Returns the wording for the status of a team folder. */
function folderStatus(status: team.TeamFolderStatus): StatusWording {
  return match(status, {
    active: (): StatusWording => ({ label: folderStatuses.active, tone: "good", meaning: "Members can use it." }),
    archived: (): StatusWording => ({
      label: folderStatuses.archived,
      tone: "warning",
      meaning: "Only admins see it.",
    }),
  });
}
