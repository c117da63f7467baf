import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";

/** What was at a path and is there no longer. */
export interface Tombstone {
  readonly path: string;
  readonly path_key: string;
  readonly name: string;
  readonly deleted: Date;
}

/** What was last at a path of a namespace, if it is there no longer. */
export function tombstoneAt(queries: Queries, namespace: number, key: string): Promise<Tombstone | undefined> {
  return queries.first<Tombstone>(sql`select * from tombstone where namespace_id = ${namespace} and path_key = ${key}`);
}
