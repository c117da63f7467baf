import { allItems, type ListKind } from "./list-kind.js";
import { appAccess } from "./labels.js";
import type { AppRow, ListSorts } from "./rows.js";

/** The apps that members have linked. */
export const apps: ListKind<AppRow, ListSorts["apps"]> = {
  async load({ team, memberNames }) {
    const [names, all] = await Promise.all([memberNames(), allItems(team.linkedAppsListMembersLinkedApps())]);
    return all.flatMap(({ team_member_id, linked_api_apps }) =>
      linked_api_apps.map((app) => ({ team_member_id, member: nameIn(names, team_member_id), app })),
    );
  },
  async loadKey({ team, memberNames }, team_member_id) {
    const [names, { linked_api_apps }] = await Promise.all([
      memberNames(),
      team.linkedAppsListMemberLinkedApps({ team_member_id }),
    ]);
    return linked_api_apps.map((app) => ({ team_member_id, member: nameIn(names, team_member_id), app }));
  },
  key: ({ team_member_id }) => team_member_id,
  texts: ({ member, app }) => [member, app.app_name, app.publisher ?? ""],
  sorts: {
    member: ({ member }) => member,
    app: ({ app }) => app.app_name,
    publisher: ({ app }) => app.publisher ?? "",
    linked: ({ app }) => app.linked ?? "",
  },
  csv: {
    Member: ({ member }) => member,
    App: ({ app }) => app.app_name,
    Publisher: ({ app }) => app.publisher,
    Access: ({ app }) => appAccess(app),
    Linked: ({ app }) => app.linked,
    "App ID": ({ app }) => app.app_id,
    "Member ID": ({ team_member_id }) => team_member_id,
  },
  filters: {},
};

function nameIn(names: ReadonlyMap<string, string>, memberId: string): string {
  return names.get(memberId) ?? "Unknown member";
}
