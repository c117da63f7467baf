import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../database/database.js";

/**
 * Ends log-in sessions that someone else may have started: those that satisfy a condition on `login`. Codes that were issued
 * in these become invalid, and so do tokens that expire, which are the sessions of apps such as the admin console. Tokens that
 * do not expire belong to the link between an app and an account, which is ended separately.
 */
export async function endLogIns(queries: Queries, which: Sql): Promise<void> {
  const ended = sql`(select id from login where ${which})`;
  await queries.run(sql`delete from authorization_code where login_id in ${ended}`);
  await queries.run(sql`
    update token set is_revoked = true where login_id in ${ended} and expires is not null and not is_revoked`);
  await queries.run(sql`delete from login where ${which}`);
}
