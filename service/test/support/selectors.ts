import type { UserSelectorArg } from "cloud-storage-api/team";

/** Selects a member by the id. */
export function byMemberId(member: { readonly team_member_id: string } | undefined): UserSelectorArg {
  if (member === undefined) {
    throw new Error("There is no such member.");
  }
  return { ".tag": "team_member_id", team_member_id: member.team_member_id };
}

/** Selects a member by the email. */
export function withEmail(email: string): UserSelectorArg {
  return { ".tag": "email", email };
}

/** Selects a member by the external id. */
export function withExternalId(externalId: string): UserSelectorArg {
  return { ".tag": "external_id", external_id: externalId };
}
