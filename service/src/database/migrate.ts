import { readdirSync, readFileSync } from "node:fs";
import sql from "sql-template-tag";
import { StartProblem } from "../start-problem.js";
import { disableLockTimeout, type Database, type Queries } from "./database.js";
import { migrationLock } from "./schema-guard.js";

/** The migrations that need more than SQL, by name. Their names are sorted together with the names of the scripts. */
export type Upgrades = Readonly<Record<string, (queries: Queries) => Promise<void>>>;

const folder = new URL("../../migrations/", import.meta.url);

/**
 * The first line of scripts after which older releases can continue to run: they only add tables and columns that may be
 * null, and change indexes.
 */
const compatible = "-- compatible";

interface Migration {
  readonly name: string;
  readonly isCompatible: boolean;
  readonly run: (queries: Queries) => Promise<void>;
}

/** A row of the table `migration`. In databases of older releases, it only has the column `name`. */
interface RunMigration {
  readonly name: string;
  /** The version of the service that has run the migration. */
  readonly version?: string | null;
  readonly is_compatible?: boolean;
}

/** Returns the names of all migrations that this version knows. */
export function knownMigrations(upgrades: Upgrades): string[] {
  return listMigrations(upgrades).map(({ name }) => name);
}

/** Returns the names of the migrations that {@link migrate} would run. Throws like {@link migrate}. */
export async function pendingMigrations(database: Database, upgrades: Upgrades): Promise<string[]> {
  return (await findPending(database, listMigrations(upgrades))).map(({ name }) => name);
}

/**
 * Migrates the database: runs the scripts in `migrations` and the upgrades that have not been run yet, in the order of
 * their names, in one transaction. Returns their names. Rejects with a {@link StartProblem} if a newer version has changed the
 * database in a way that is incompatible with this version.
 *
 * Processes of older releases must not use the changed tables: their connections are ended before the transaction commits,
 * and new ones wait for it (`schema-guard.ts`).
 */
export async function migrate(database: Database, upgrades: Upgrades): Promise<string[]> {
  const known = listMigrations(upgrades);
  const version = readVersion();
  return database.transaction(async (queries) => {
    await disableLockTimeout(queries);
    await queries.run(sql`select pg_advisory_xact_lock(${migrationLock})`);
    const pending = await findPending(queries, known);
    await queries.script(`
      create table if not exists migration (name text primary key);
      alter table migration
        add column if not exists version text,
        add column if not exists is_compatible boolean not null default false;`);
    for (const { name, isCompatible, run } of pending) {
      await run(queries);
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

function listMigrations(upgrades: Upgrades): Migration[] {
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .map((name): Migration => {
      const text = readFileSync(new URL(name, folder), "utf8");
      return { name, isCompatible: text.startsWith(compatible), run: (queries) => queries.script(text) };
    });
  const others = Object.entries(upgrades).map(([name, run]): Migration => ({ name, isCompatible: false, run }));
  return [...scripts, ...others].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function findPending(queries: Queries, known: readonly Migration[]): Promise<Migration[]> {
  const table = await queries.first<{ exists: boolean }>(sql`select to_regclass('migration') is not null as exists`);
  const done =
    table?.exists === true ? await queries.all<RunMigration>(sql`select * from migration order by name`) : [];
  const names = new Set(known.map(({ name }) => name));
  const unknown = done.find(({ name, is_compatible }) => !names.has(name) && is_compatible !== true);
  if (unknown !== undefined) {
    throw new StartProblem(describeUnknown(unknown));
  }
  const run = new Set(done.map(({ name }) => name));
  return known.filter(({ name }) => !run.has(name));
}

function describeUnknown({ name, version }: RunMigration): string {
  const newer = version ?? "a newer version";
  return (
    `Version ${newer} has changed the database with the migration ${name}, which this version, ${readVersion()}, ` +
    `does not know. Start version ${newer} or a newer one, or restore a backup from before that migration.`
  );
}

/** Returns the version of the service. */
function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
