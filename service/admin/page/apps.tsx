import type { ComponentChildren, VNode } from "preact";
import { appAccess, type AppRow, type ListSorts } from "../server/lists/rows.js";
import { FormDialog } from "./actions/form-dialog.js";
import { showChange } from "./actions/show-outcome.js";
import { explainErrors } from "./calls/explain-errors.js";
import { Heading } from "./components/heading.js";
import { Empty } from "./components/placeholders.js";
import { ago } from "./components/text.js";
import { useAdminConsole } from "./console-context.js";
import { ListView } from "./lists/list-view.js";
import { type Column, useList } from "./lists/use-list.js";
import { hrefFor } from "./location.js";
import { explainUnlinkApp } from "./problems/route-problems.js";

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
