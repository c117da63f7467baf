import type { VNode } from "preact";
import { appAccess } from "../../server/lists/labels.js";
import type { AppRow, ListSorts } from "../../server/lists/rows.js";
import { Empty } from "../components/empty.js";
import { Heading } from "../components/heading.js";
import { ago } from "../components/text.js";
import { useAdminConsole } from "../console-context.js";
import type { Column } from "../lists/column.js";
import { ListView } from "../lists/list-view.js";
import { useList } from "../lists/use-list.js";
import { hrefFor } from "../location.js";
import { UnlinkAppDialog } from "./unlink-app-dialog.js";

/** The apps that members have linked. */
export function Apps(): VNode {
  const { showDialog } = useAdminConsole();
  const list = useList("apps");
  const keep = (changed: AppRow, left: readonly AppRow[]): void => {
    const ids = new Set(left.map(({ app }) => app.app_id));
    list.change((row) => (row.team_member_id !== changed.team_member_id || ids.has(row.app.app_id) ? row : undefined));
  };
  return (
    <>
      <Heading title="Linked apps" description="Apps that members have given access to their files." />
      <ListView
        list={list}
        caption="Linked apps"
        searchLabel="Search linked apps"
        columns={columns}
        rowKey={({ team_member_id, app }) => `${team_member_id} ${app.app_id}`}
        rowName={({ member, app }) => `${app.app_name} of ${member}`}
        actions={(row) => [
          {
            label: "Unlink",
            isDangerous: true,
            select: () => showDialog(<UnlinkAppDialog row={row} onChanged={(left) => keep(row, left)} />),
          },
        ]}
        empty={
          <Empty icon="apps" title="No linked apps">
            When members give an app access to their files, it appears here.
          </Empty>
        }
      />
    </>
  );
}

const columns: readonly Column<AppRow, ListSorts["apps"]>[] = [
  {
    title: "Member",
    sort: "member",
    isHeading: true,
    cell: ({ member, team_member_id }) => <a href={hrefFor("members", team_member_id)}>{member}</a>,
  },
  { title: "App", sort: "app", cell: ({ app }) => app.app_name },
  { title: "Publisher", sort: "publisher", cell: ({ app }) => app.publisher ?? "None" },
  { title: "Access", cell: ({ app }) => appAccess(app) },
  {
    title: "Linked",
    sort: "linked",
    cell: ({ app }) => (app.linked === undefined ? "Unknown" : ago(Date.parse(app.linked))),
  },
];
