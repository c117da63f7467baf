import type { UserSelectorArg } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { findMembers, type MemberRow } from "./profile.js";

/**
 * Returns the members of a team that selectors identify, in the same order; undefined for those without a member. Removed
 * members are still found, even after a permanent removal, as long as no other member has their email or external id.
 */
export async function selectMembers(
  queries: Queries,
  teamId: string,
  selectors: readonly UserSelectorArg[],
): Promise<(MemberRow | undefined)[]> {
  const texts = (tag: UserSelectorArg[".tag"]): string[] =>
    selectors.filter((selector) => selector[".tag"] === tag).map(selectorText);
  const known = await findMembers(
    queries,
    sql`member.team_id = ${teamId} and member.id in (
      select id from member where id = any(${texts("team_member_id")})
      union all
      select id from member where team_id = ${teamId} and external_id = any(${texts("external_id")})
      union all
      select member.id from account join member on member.account_id = account.id
      where lower(account.email) in (select lower(email) from unnest(${texts("email")}::text[]) as email))`,
  );
  // Later rows replace earlier ones in the map, so permanently removed members come first, and then the others by number.
  const byRank = known.sort((a, b) => Number(b.is_released) - Number(a.is_released) || a.number - b.number);
  const ids = new Map(byRank.map((member) => [member.id, member]));
  const externalIds = new Map(byRank.map((member) => [member.external_id, member]));
  const emails = new Map(byRank.map((member) => [member.email.toLowerCase(), member]));
  return selectors.map((selector) => {
    switch (selector[".tag"]) {
      case "team_member_id":
        return ids.get(selector.team_member_id);
      case "external_id":
        return externalIds.get(selector.external_id);
      case "email":
        return emails.get(selector.email.toLowerCase());
    }
  });
}

/** Returns the member of a team that a selector identifies, as {@link selectMembers} does. */
export async function selectMember(
  queries: Queries,
  teamId: string,
  selector: UserSelectorArg,
): Promise<MemberRow | undefined> {
  const [member] = await selectMembers(queries, teamId, [selector]);
  return member;
}

/** Returns the present member that a selector identifies. Rejects with the error that `fail` returns if there is none. */
export async function selectPresent(
  queries: Queries,
  teamId: string,
  selector: UserSelectorArg,
  fail: (reason: "user_not_found" | "user_not_in_team") => Error,
): Promise<MemberRow> {
  const member = await selectMember(queries, teamId, selector);
  if (member === undefined) {
    throw fail("user_not_found");
  }
  if (member.status === "removed") {
    throw fail("user_not_in_team");
  }
  return member;
}

/** Returns the id or email in a selector. */
export function selectorText(selector: UserSelectorArg): string {
  switch (selector[".tag"]) {
    case "team_member_id":
      return selector.team_member_id;
    case "external_id":
      return selector.external_id;
    case "email":
      return selector.email;
  }
}
