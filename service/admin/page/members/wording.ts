import type { team } from "cloud-storage-api";
import { tagsOfAdminTier } from "cloud-storage-api/team";
import { memberStatuses, roleNames } from "../../server/lists/labels.js";
import type { Option } from "../components/choice.js";
import type { Tone } from "../components/badge.js";

type Role = team.AdminTier[".tag"];

const roleHints: Readonly<Record<Role, string>> = {
  team_admin: "Manages everything about the team.",
  user_management_admin: "Adds, changes and removes members.",
  support_admin: "Helps members, for instance with lost devices.",
  member_only: "Administers nothing.",
};

/** The roles as options of a form. */
export const roleOptions: readonly Option[] = tagsOfAdminTier.map((value) => ({
  value,
  label: roleNames[value],
  hint: roleHints[value],
}));

/** Returns the role that was chosen in a form. */
export function chosenRole(value: string): { readonly ".tag": Role } {
  return { ".tag": tagsOfAdminTier.find((tag) => tag === value) ?? "member_only" };
}

interface StatusWording {
  readonly label: string;
  readonly tone: Tone;
}

const statusTones: Readonly<Record<team.TeamMemberStatus[".tag"], Tone>> = {
  active: "good",
  invited: "info",
  suspended: "warning",
  removed: "neutral",
};

/** Returns the wording for the status of a member. */
export function statusWording({ ".tag": status }: team.TeamMemberStatus): StatusWording {
  return { label: memberStatuses[status], tone: statusTones[status] };
}
