import type { team } from "cloud-storage-api";

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
