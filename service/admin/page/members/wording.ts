import { match, type team } from "cloud-storage-api";
import type { Option } from "../components/choice.js";
import type { Tone } from "../components/badge.js";

type Role = team.AdminTier[".tag"];

/** The names of roles. */
export const roleNames: Readonly<Record<Role, string>> = {
  team_admin: "Team admin",
  user_management_admin: "User management admin",
  support_admin: "Support admin",
  member_only: "Member",
};

const roleHints: Readonly<Record<Role, string>> = {
  team_admin: "Manages everything about the team.",
  user_management_admin: "Adds, changes and removes members.",
  support_admin: "Helps members, for instance with lost devices.",
  member_only: "Administers nothing.",
};

/** The roles as options of a form. */
export const roleOptions: readonly Option[] = (Object.keys(roleNames) as Role[]).map((value) => ({
  value,
  label: roleNames[value],
  hint: roleHints[value],
}));

/** The role that was chosen in a form. */
export function chosenRole(value: string): { readonly ".tag": Role } {
  return { ".tag": Object.hasOwn(roleNames, value) ? (value as Role) : "member_only" };
}

interface StatusWording {
  readonly label: string;
  readonly tone: Tone;
}

/** The wording for the status of a member. */
export function statusWording(status: team.TeamMemberStatus): StatusWording {
  return match(status, {
    active: (): StatusWording => ({ label: "Active", tone: "good" }),
    invited: (): StatusWording => ({ label: "Invited", tone: "info" }),
    suspended: (): StatusWording => ({ label: "Suspended", tone: "warning" }),
    removed: (): StatusWording => ({ label: "Removed", tone: "neutral" }),
  });
}
