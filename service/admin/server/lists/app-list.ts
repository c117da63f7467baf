import { memberNames } from "./find-members.js";
import { appAccess } from "./labels.js";
import { servicePages, type ListKind } from "./list-kind.js";
import type { AppRow, ListSorts } from "./rows.js";

/** The apps that members have linked. */
export const apps: ListKind<AppRow, ListSorts["apps"]> = {
  pages: (team, _of, cursor) =>
    servicePages(team.linkedAppsListMembersLinkedApps({ cursor }), async ({ apps }) => {
      const names = await memberNames(
        team,
        apps.map(({ team_member_id }) => team_member_id),
      );
      return apps.flatMap(({ team_member_id, linked_api_apps }) =>
        linked_api_apps.map((app) => ({ team_member_id, member: nameIn(names, team_member_id), app })),
      );
    }),
  async loadKey(team, team_member_id) {
    const [names, { linked_api_apps }] = await Promise.all([
      memberNames(team, [team_member_id]),
      team.linkedAppsListMemberLinkedApps({ team_member_id }),
    ]);
    return linked_api_apps.map((app) => ({ team_member_id, member: nameIn(names, team_member_id), app }));
  },
  key: ({ team_member_id }) => team_member_id,
  isOfMembers: true,
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
