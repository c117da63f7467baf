import sql from "sql-template-tag";
import type { Queries } from "../database/database.js";
import { randomText } from "../database/ids.js";

/** How long a backup can stop the sweeper, in hours. There is a limit because a process that crashes does not end its hold. */
const longest = 24;

/** Prevents the sweepers of all processes from removing contents while the work runs. */
export async function holdContents<Result>(queries: Queries, work: () => Promise<Result>): Promise<Result> {
  const name = `backup ${randomText(22)}`;
  await queries.run(sql`insert into setting (name, value) values (${name}, to_jsonb(clock_timestamp()))`);
  try {
    return await work();
  } finally {
    await queries.run(sql`delete from setting where name = ${name}`);
  }
}

/** Returns whether contents must not be removed now. */
export async function areContentsHeld(queries: Queries): Promise<boolean> {
  const hold = await queries.first(sql`
    select from setting
    where name like 'backup %'
      and (value #>> '{}')::timestamptz > clock_timestamp() - make_interval(hours => ${longest}::int) limit 1`);
  return hold !== undefined;
}
