import type { team } from "cloud-storage-api";
import { allItems, type ListKind } from "./list-kind.js";
import { accessNames, memberStatuses, roleNames } from "./labels.js";
import type { ListSorts } from "./rows.js";

const roleOrder = ["team_admin", "user_management_admin", "support_admin", "member_only"];
const statusOrder = ["active", "invited", "suspended", "removed"];

/** The members of the team, including removed ones. */
export const members: ListKind<team.TeamMemberInfo, ListSorts["members"]> = {
  load: ({ team }) => allItems(team.membersList({ include_removed: true })),
  async loadKey({ team }, team_member_id) {
    const found = await team.membersGetInfo({ members: [{ ".tag": "team_member_id", team_member_id }] });
    return found.flatMap((item) =>
      item[".tag"] === "member_info" ? [{ profile: item.profile, role: item.role }] : [],
    );
  },
  key: ({ profile }) => profile.team_member_id,
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
  load: ({ team }, group_id) => allItems(team.groupsMembersList({ group: { ".tag": "group_id", group_id } })),
  async loadKey(source, key, group_id) {
    const all = await groupMembers.load(source, group_id); // the API has no call for one member of a group
    return all.filter(({ profile }) => profile.team_member_id === key);
  },
  key: ({ profile }) => profile.team_member_id,
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
