import { readdirSync, readFileSync } from "node:fs";
import sql from "sql-template-tag";
import { waitPatiently, type Database, type Queries } from "./database.js";

/** Migrations that SQL alone cannot do, by their names, which say when they run, as those of scripts do. */
export type Upgrades = Readonly<Record<string, (queries: Queries) => Promise<void>>>;

/** Told to whoever else starts at the same time: the number itself means nothing. */
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
