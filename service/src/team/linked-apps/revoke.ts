import type { RevokeLinkedApiAppArg } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Database } from "../../database/database.js";
import { isMember } from "../member-pages.js";

/** Unlinks an app of a member, and makes its tokens useless (B-174); what is wrong if it cannot be. */
export function revokeApp(
  database: Database,
  teamId: string,
  { app_id, team_member_id }: RevokeLinkedApiAppArg,
): Promise<"member_not_found" | "app_not_found" | undefined> {
  return database.transaction(async (queries) => {
    if (!(await isMember(queries, teamId, team_member_id))) {
      return "member_not_found";
    }
    const link = await queries.first<{ account_id: string }>(sql`
      delete from app_link using member
      where app_link.app_key = ${app_id} and app_link.account_id = member.account_id and member.id = ${team_member_id}
      returning app_link.account_id`);
    if (link === undefined) {
      return "app_not_found";
    }
    await queries.run(
      sql`update token set is_revoked = true where app_key = ${app_id} and account_id = ${link.account_id}`,
    );
    return undefined;
  });
}
