import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";

/** A deleted or moved item at its former path. */
export interface Tombstone {
  readonly path: string;
  readonly path_key: string;
  readonly name: string;
  readonly deleted: Date;
}

/** The last item at a path of a namespace, if it no longer exists there. */
export function tombstoneAt(queries: Queries, namespace: number, key: string): Promise<Tombstone | undefined> {
  return queries.first<Tombstone>(sql`select * from tombstone where namespace_id = ${namespace} and path_key = ${key}`);
}
