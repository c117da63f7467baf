import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sql from "sql-template-tag";
import { StartProblem } from "../start-problem.js";
import { disableLockTimeout, type Database, type Queries } from "./database.js";
import { migrationLock } from "./schema-guard.js";

/** The folder of the scripts, which run in the order of their names. */
const migrations = fileURLToPath(new URL("../../migrations", import.meta.url));

/**
 * The first line of scripts after which older releases can continue to run: they only add tables and columns that may be
 * null, and change indexes.
 */
const compatible = "-- compatible";

interface Migration {
  readonly name: string;
  readonly isCompatible: boolean;
  readonly script: string;
}

/** A row of the table `migration`. */
interface RunMigration {
  readonly name: string;
  /** The version of the service that has run the migration. */
  readonly version: string;
  readonly is_compatible: boolean;
}

/** Returns the names of all migrations that this version knows. */
export function knownMigrations(): string[] {
  return listMigrations().map(({ name }) => name);
}

/** Returns the names of the migrations that {@link migrate} would run. Throws like {@link migrate}. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  return (await findPending(database, listMigrations())).map(({ name }) => name);
}

/**
 * Migrates the database: runs the scripts in the folder that have not been run yet, in the order of their names, in one
 * transaction. Returns their names. Rejects with a {@link StartProblem} if a newer version has changed the
 * database in a way that is incompatible with this version.
 *
 * Processes of older releases must not use the changed tables: their connections are ended before the transaction commits,
 * and new ones wait for it (`schema-guard.ts`).
 */
export async function migrate(database: Database, folder = migrations): Promise<string[]> {
  const migrationNames = listMigrations(folder);
  const version = readVersion();
  return database.transaction(async (queries) => {
    await disableLockTimeout(queries);
    await queries.run(sql`select pg_advisory_xact_lock(${migrationLock})`);
    const pending = await findPending(queries, migrationNames);
    await queries.script(`
      create table if not exists migration (
        name text primary key,
        version text,
        is_compatible boolean not null default false
      );`);
    for (const { name, isCompatible, script } of pending) {
      await queries.script(script);
      await queries.run(sql`
        insert into migration (name, version, is_compatible) values (${name}, ${version}, ${isCompatible})`);
    }
    if (pending.some(({ isCompatible }) => !isCompatible)) {
      await queries.run(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = current_setting('application_name') and pid <> pg_backend_pid()`);
    }
    return pending.map(({ name }) => name);
  });
}

function listMigrations(folder = migrations): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names.sort().map((name) => {
    const script = readFileSync(join(folder, name), "utf8");
    return { name, isCompatible: script.startsWith(compatible), script };
  });
}

async function findPending(queries: Queries, known: readonly Migration[]): Promise<Migration[]> {
  const table = await queries.first<{ exists: boolean }>(sql`select to_regclass('migration') is not null as exists`);
  const done =
    table?.exists === true ? await queries.all<RunMigration>(sql`select * from migration order by name`) : [];
  const names = new Set(known.map(({ name }) => name));
  const unknown = done.find(({ name, is_compatible }) => !names.has(name) && !is_compatible);
  if (unknown !== undefined) {
    throw new StartProblem(describeUnknown(unknown));
  }
  const run = new Set(done.map(({ name }) => name));
  return known.filter(({ name }) => !run.has(name));
}

function describeUnknown({ name, version }: RunMigration): string {
  return (
    `Version ${version} has changed the database with the migration ${name}, which this version, ${readVersion()}, ` +
    `does not know. Start version ${version} or a newer one, or restore a backup from before that migration.`
  );
}

/** Returns the version of the service. */
function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
