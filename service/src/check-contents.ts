import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import type { Contents } from "./contents/contents.js";
import { disableLockTimeout, type Database, type Queries } from "./database/database.js";

/** The id of the advisory lock that makes processes that start at the same time wait for each other. */
const lock = 4_711_002;

/**
 * Verifies that the contents belong to the database: both must have the same marker. All processes that use a database must
 * share one data folder or one bucket; otherwise each would lack contents that the others have stored, and would sweep
 * contents that the others need. Throws an Error that says what to do.
 */
export async function checkContents(database: Database, contents: Contents, place: string): Promise<void> {
  await database.transaction(async (queries) => {
    await disableLockTimeout(queries);
    await queries.run(sql`select pg_advisory_xact_lock(${lock})`);
    const databaseMarker = await queries.first<{ value: string }>(
      sql`select value from setting where name = 'contents_marker'`,
    );
    const contentsMarker = await contents.readMarker();
    if (contentsMarker !== undefined && contentsMarker === databaseMarker?.value) {
      return;
    }
    if (contentsMarker !== undefined) {
      throw new Error(
        `${place} belongs to another database. Choose another place for contents, or remove what is there.`,
      );
    }
    if (databaseMarker !== undefined && ((await hasContents(queries)) || (await isInUse(queries)))) {
      throw new Error(
        `${place} does not have the contents of this database. All processes on one database must share the same ` +
          `DATA_FOLDER, or the same bucket.`,
      );
    }
    const marker = randomUUID();
    await contents.writeMarker(marker);
    await queries.run(sql`
      insert into setting (name, value) values ('contents_marker', ${JSON.stringify(marker)}::jsonb)
      on conflict (name) do update set value = excluded.value`);
  });
}

/** Returns whether the database refers to any contents. */
async function hasContents(queries: Queries): Promise<boolean> {
  const row = await queries.first(sql`
    (select from revision limit 1) union all (select from upload_part limit 1)`);
  return row !== undefined;
}

/** Returns whether another process of the service is running. Each process has a separate connection on which it listens. */
async function isInUse(queries: Queries): Promise<boolean> {
  const row = await queries.first(sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen %' limit 1`);
  return row !== undefined;
}
