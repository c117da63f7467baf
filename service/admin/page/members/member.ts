import { match, type team } from "cloud-storage-api";
import { tagsOfAdminTier } from "cloud-storage-api/team";
import { memberStatuses, roleNames } from "../../server/lists/rows.js";
import { showChange } from "../actions/show-outcome.js";
import type { Session } from "../calls/session.js";
import type { Tone } from "../components/badge.js";
import type { Option } from "../components/field.js";
import type { AdminConsole } from "../console-context.js";

/** The props of a dialog about a member. */
export interface MemberDialogProps {
  readonly member: team.TeamMemberInfo;
  /** Reloads the member after a change. */
  readonly onChanged: () => Promise<void>;
}

/** The props of a dialog about one or several members. */
export interface MembersDialogProps {
  readonly members: readonly team.TeamMemberInfo[];
  /** Reloads a member after a change. */
  readonly onChanged: (member: team.TeamMemberInfo) => Promise<void>;
}

/** Returns the selector of a member. */
export function selectMember({ profile }: team.TeamMemberInfo): team.UserSelectorArg {
  return { ".tag": "team_member_id", team_member_id: profile.team_member_id };
}

/** Reloads a member after a change, and passes the current state to `onChange`. */
export async function refreshMember(
  admin: AdminConsole,
  { profile }: team.TeamMemberInfo,
  onChange: (member: team.TeamMemberInfo) => void,
): Promise<void> {
  await showChange(admin, async () => {
    const rows = await admin.lists.refresh("members", profile.team_member_id);
    rows.forEach(onChange);
  });
}

/** Returns why an action is impossible for a member; undefined if it is possible. */
export type Obstacle = (member: team.TeamMemberInfo, administrator: Session["administrator"]) => string | undefined;

const removedReason = "No longer on the team.";

export const obstacleToSuspend: Obstacle = ({ profile }, administrator) =>
  match(profile.status, {
    active: () => (profile.email === administrator?.email ? "You cannot suspend yourself." : undefined),
    invited: () => "Only active members can be suspended, and this one is invited.",
    suspended: () => "Already suspended.",
    removed: () => removedReason,
  });

export const obstacleToRemove: Obstacle = ({ profile }, administrator) => {
  if (profile.email === administrator?.email) {
    return "You cannot remove yourself.";
  }
  return profile.status[".tag"] === "removed" ? removedReason : undefined;
};

export const obstacleToJoin: Obstacle = ({ profile }) =>
  profile.status[".tag"] === "removed" ? removedReason : undefined;

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
