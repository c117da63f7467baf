import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";

/** The record of an item at the path from which it was deleted or moved. */
export interface Tombstone {
  readonly path: string;
  readonly path_key: string;
  readonly name: string;
  readonly deleted: Date;
}

/** Returns the tombstone at a path of a namespace; undefined if there is none. */
export function tombstoneAt(queries: Queries, namespace: number, key: string): Promise<Tombstone | undefined> {
  return queries.first<Tombstone>(sql`select * from tombstone where namespace_id = ${namespace} and path_key = ${key}`);
}
