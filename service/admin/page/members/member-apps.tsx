import type { VNode } from "preact";
import { UnlinkAppDialog } from "../apps/unlink-app-dialog.js";
import { useLoaded } from "../calls/use-loaded.js";
import { Alert } from "../components/alert.js";
import { Card } from "../components/card.js";
import { Items } from "../components/items.js";
import { useAdminConsole } from "../console-context.js";

/** The apps that a member has linked. */
export function MemberApps({ id, name }: { readonly id: string; readonly name: string }): VNode {
  const { lists, showDialog } = useAdminConsole();
  const apps = useLoaded(() => lists.refresh("apps", id), [lists, id]);
  return (
    <Card title="Linked apps">
      {apps.problem !== undefined && <Alert retry={apps.reload}>{apps.problem}</Alert>}
      {apps.value !== undefined && (
        <Items
          none={
            <>
              <bdi>{name}</bdi> has linked no apps.
            </>
          }
          items={apps.value.map((row) => ({
            key: row.app.app_id,
            title: row.app.app_name,
            detail: row.app.publisher ?? "No publisher",
            menuLabel: `Actions for ${row.app.app_name}`,
            actions: [
              {
                label: "Unlink",
                isDangerous: true,
                select: () => showDialog(<UnlinkAppDialog row={row} onChanged={(rows) => apps.change(() => rows)} />),
              },
            ],
          }))}
        />
      )}
    </Card>
  );
}
