import { escapeLiteral, type ClientBase, type QueryResult } from "pg";

/** The id of the advisory lock that a migration holds exclusively, and that new connections share while they are checked. */
export const migrationLock = 4_711_001;

/** Thrown if a newer version of the service has changed the tables, so that this version must not use them. */
export class NewerSchema extends Error {
  override readonly name = "NewerSchema";

  constructor(migration: string) {
    super(`A newer version of the service has run the migration ${migration}. Stop this one.`);
  }
}

/**
 * Waits for a running migration. Rejects with a {@link NewerSchema} if the database has an incompatible migration that is not
 * in `known`.
 */
export async function checkSchema(client: ClientBase, known: readonly string[]): Promise<void> {
  // One round trip. Each statement sees the data that was committed before it.
  const results: unknown = await client.query(`
    select pg_advisory_xact_lock_shared(${migrationLock});
    select name from migration
    where not is_compatible and name not in (${known.map(escapeLiteral).join(", ")}) order by name limit 1`);
  const [, { rows: [unknown] = [] } = {}] = results as Partial<QueryResult<{ name: string }>>[];
  if (unknown !== undefined) {
    throw new NewerSchema(unknown.name);
  }
}
