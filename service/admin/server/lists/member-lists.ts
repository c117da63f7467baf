import type { team } from "cloud-storage-api";
import { findMembers } from "./find-members.js";
import { accessNames, memberStatuses, roleNames } from "./labels.js";
import { servicePages, type ListKind } from "./list-kind.js";
import type { ListSorts } from "./rows.js";

const roleOrder = ["team_admin", "user_management_admin", "support_admin", "member_only"];
const statusOrder = ["active", "invited", "suspended", "removed"];

/** The members of the team, including removed ones. */
export const members: ListKind<team.TeamMemberInfo, ListSorts["members"]> = {
  pages: (team, _of, cursor) =>
    servicePages(
      cursor === undefined ? team.membersList({ include_removed: true }) : team.membersListContinue({ cursor }),
      ({ members }) => members,
    ),
  loadKey: (team, team_member_id) => findMembers(team, [{ ".tag": "team_member_id", team_member_id }]),
  key: ({ profile }) => profile.team_member_id,
  isOfMembers: true,
  texts: ({ profile }) => [profile.name.display_name, profile.external_id ?? ""],
  email: ({ profile }) => profile.email,
  sorts: {
    name: ({ profile }) => profile.name.display_name,
    email: ({ profile }) => profile.email,
    role: ({ role }) => roleOrder.indexOf(role[".tag"]),
    status: ({ profile }) => statusOrder.indexOf(profile.status[".tag"]),
  },
  csv: {
    Name: ({ profile }) => profile.name.display_name,
    Email: ({ profile }) => profile.email,
    Role: ({ role }) => roleNames[role[".tag"]],
    Status: ({ profile }) => memberStatuses[profile.status[".tag"]],
    "Given name": ({ profile }) => profile.name.given_name,
    Surname: ({ profile }) => profile.name.surname,
    "External ID": ({ profile }) => profile.external_id,
    "Member ID": ({ profile }) => profile.team_member_id,
  },
  filters: {
    role: ({ role }) => role[".tag"],
    status: ({ profile }) => profile.status[".tag"],
  },
};

/** The members of the group whose id is `of`. */
export const groupMembers: ListKind<team.GroupMemberInfo, ListSorts["group-members"]> = {
  pages: (team, group_id, cursor) =>
    servicePages(
      cursor === undefined
        ? team.groupsMembersList({ group: { ".tag": "group_id", group_id } })
        : team.groupsMembersListContinue({ cursor }),
      ({ members }) => members,
    ),
  async loadKey(team, key, group_id) {
    const [member] = await findMembers(team, [{ ".tag": "team_member_id", team_member_id: key }]);
    if (member?.profile.groups.includes(group_id) === true) {
      // The API has no call for the access of one member.
      for await (const { rows } of groupMembers.pages(team, group_id)) {
        const found = rows.filter(({ profile }) => profile.team_member_id === key);
        if (found.length > 0) {
          return found;
        }
      }
    }
    return [];
  },
  key: ({ profile }) => profile.team_member_id,
  isOfMembers: true,
  texts: ({ profile }) => [profile.name.display_name],
  email: ({ profile }) => profile.email,
  sorts: {
    name: ({ profile }) => profile.name.display_name,
    email: ({ profile }) => profile.email,
    access: ({ access_type }) => access_type[".tag"],
  },
  csv: {
    Name: ({ profile }) => profile.name.display_name,
    Email: ({ profile }) => profile.email,
    Access: ({ access_type }) => accessNames[access_type[".tag"]],
    Status: ({ profile }) => memberStatuses[profile.status[".tag"]],
    "Member ID": ({ profile }) => profile.team_member_id,
  },
  filters: { access: ({ access_type }) => access_type[".tag"] },
};
