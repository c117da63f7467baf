import { readdirSync, readFileSync } from "node:fs";
import sql from "sql-template-tag";
import { waitPatiently, type Database } from "./database.js";

/** Told to whoever else starts at the same time: the number itself means nothing. */
const lock = 4_711_001;

/** Brings the tables up to date: runs the scripts in `migrations` that have not been run, in the order of their names. */
export async function migrate(database: Database): Promise<void> {
  const folder = new URL("../../migrations/", import.meta.url);
  await database.transaction(async (queries) => {
    await waitPatiently(queries);
    await queries.run(sql`select pg_advisory_xact_lock(${lock})`);
    await queries.run(sql`create table if not exists migration (name text primary key)`);
    const done = new Set(
      (await queries.all<{ name: string }>(sql`select name from migration`)).map(({ name }) => name),
    );
    const due = readdirSync(folder).filter((name) => name.endsWith(".sql") && !done.has(name));
    for (const name of due.sort()) {
      await queries.script(readFileSync(new URL(name, folder), "utf8"));
      await queries.run(sql`insert into migration (name) values (${name})`);
    }
  });
}
