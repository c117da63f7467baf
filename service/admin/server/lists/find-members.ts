import type { team as types } from "cloud-storage-api";
import { encodeEmailArg, encodeExternalIdArg } from "cloud-storage-api/common";
import type { Team } from "./list-kind.js";

/** Returns the display names of members, including removed ones, by id. */
export async function memberNames(team: Team, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const members = await findMembers(
    team,
    ids.map((team_member_id) => ({ ".tag": "team_member_id", team_member_id })),
  );
  return new Map(members.map(({ profile }) => [profile.team_member_id, profile.name.display_name]));
}

/** Returns the ids of the members, including removed ones, whose email address or external id is exactly this text. */
export async function findMemberIds(team: Team, text: string): Promise<readonly string[]> {
  const selectors: types.UserSelectorArg[] = [
    ...(accepts(encodeEmailArg, text) ? [{ ".tag": "email" as const, email: text }] : []),
    ...(accepts(encodeExternalIdArg, text) ? [{ ".tag": "external_id" as const, external_id: text }] : []),
  ];
  const members = await findMembers(team, selectors);
  return [...new Set(members.map(({ profile }) => profile.team_member_id))];
}

/** Returns the members that selectors find. */
export async function findMembers(
  team: Team,
  selectors: types.UserSelectorArg[],
): Promise<readonly types.TeamMemberInfo[]> {
  const items = selectors.length === 0 ? [] : await team.membersGetInfo({ members: selectors });
  return items.flatMap((item) => (item[".tag"] === "member_info" ? [{ profile: item.profile, role: item.role }] : []));
}

/** Returns whether the API accepts a text, which `encode` checks. */
export function accepts(encode: (text: string) => unknown, text: string): boolean {
  try {
    encode(text);
    return true;
  } catch {
    return false;
  }
}
