import { readdirSync, readFileSync } from "node:fs";
import sql from "sql-template-tag";
import { waitPatiently, type Database, type Queries } from "./database.js";

/** Migrations that need more than SQL, by their names, which are ordered with those of the scripts. */
export type Upgrades = Readonly<Record<string, (queries: Queries) => Promise<void>>>;

/** The advisory lock that serializes migrations of processes that start at the same time; the number is arbitrary. */
const lock = 4_711_001;

const folder = new URL("../../migrations/", import.meta.url);

/**
 * Brings the tables up to date: runs the scripts in `migrations`, and the upgrades, that have not been run, in the order of
 * their names, all in one transaction.
 */
export async function migrate(database: Database, upgrades: Upgrades): Promise<void> {
  await database.transaction(async (queries) => {
    await waitPatiently(queries);
    await queries.run(sql`select pg_advisory_xact_lock(${lock})`);
    await queries.run(sql`create table if not exists migration (name text primary key)`);
    const done = new Set(
      (await queries.all<{ name: string }>(sql`select name from migration`)).map(({ name }) => name),
    );
    const scripts = readdirSync(folder).filter((name) => name.endsWith(".sql"));
    for (const name of [...scripts, ...Object.keys(upgrades)].sort().filter((name) => !done.has(name))) {
      await (upgrades[name]?.(queries) ?? queries.script(readFileSync(new URL(name, folder), "utf8")));
      await queries.run(sql`insert into migration (name) values (${name})`);
    }
  });
}
