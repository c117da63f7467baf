import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";

/** Removes a namespace, which is locked and mounted nowhere, with all that is or was in it. */
export async function removeForGood(queries: Queries, namespaceId: number): Promise<void> {
  await queries.run(sql`delete from revision where namespace_id = ${namespaceId}`);
  await queries.run(sql`delete from tombstone where namespace_id = ${namespaceId}`);
  await queries.run(sql`delete from item where namespace_id = ${namespaceId}`);
  await queries.run(sql`delete from namespace where id = ${namespaceId}`);
}
