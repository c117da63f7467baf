import type { team } from "cloud-storage-api";

/** What a dialog about a member is given. */
export interface MemberDialogProps {
  readonly member: team.TeamMemberInfo;
  /** Loads the member again after a change. */
  readonly onChanged: () => Promise<void>;
}

/** The selector of a member. */
export function selectMember({ profile }: team.TeamMemberInfo): team.UserSelectorArg {
  return { ".tag": "team_member_id", team_member_id: profile.team_member_id };
}
