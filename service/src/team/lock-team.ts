import sql from "sql-template-tag";
import type { Queries } from "../database/database.js";

/** Makes sure that nobody else changes what the rules of a team are about, until the transaction is over. */
export async function lockTeam(queries: Queries, teamId: string): Promise<void> {
  await queries.run(sql`select from team where id = ${teamId} for no key update`);
}
