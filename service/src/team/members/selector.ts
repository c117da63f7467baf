import type { UserSelectorArg } from "cloud-storage-api/team";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { findMembers, type MemberRow } from "./profile.js";

/**
 * The member of a team whom a selector means. Undefined if the team knows nobody like that: those who were removed are
 * known until they are removed for good, and by their id also then.
 */
export async function selectMember(
  queries: Queries,
  teamId: string,
  selector: UserSelectorArg,
): Promise<MemberRow | undefined> {
  const [member] = await findMembers(queries, sql`member.team_id = ${teamId} and ${conditionOf(selector)}`);
  return member;
}

function conditionOf(selector: UserSelectorArg): Sql {
  switch (selector[".tag"]) {
    case "team_member_id":
      return sql`member.id = ${selector.team_member_id}`;
    case "external_id":
      return sql`member.external_id = ${selector.external_id} and not member.is_released`;
    case "email":
      return sql`lower(account.email) = lower(${selector.email}) and account.kind = 'work' and not account.is_closed`;
  }
}

/** The text by which a selector names somebody. */
export function textOf(selector: UserSelectorArg): string {
  switch (selector[".tag"]) {
    case "team_member_id":
      return selector.team_member_id;
    case "external_id":
      return selector.external_id;
    case "email":
      return selector.email;
  }
}
