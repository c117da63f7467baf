import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";

/** Marks all devices of a member, so that they delete their data when they are next online (B-143). */
export async function wipeDevices(queries: Queries, memberId: string): Promise<void> {
  await queries.run(
    sql`update device_session set is_to_be_wiped = true where member_id = ${memberId} and not is_revoked`,
  );
}
