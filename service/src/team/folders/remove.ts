import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";

/** Deletes a locked, unmounted namespace and all its items and revisions. */
export async function removeForGood(queries: Queries, namespaceId: number): Promise<void> {
  await queries.run(sql`delete from revision where namespace_id = ${namespaceId}`);
  await queries.run(sql`delete from tombstone where namespace_id = ${namespaceId}`);
  await queries.run(sql`delete from item where namespace_id = ${namespaceId}`);
  await queries.run(sql`delete from namespace where id = ${namespaceId}`);
}
