import { randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import { Cursors } from "./cursor.js";
import type { Queries } from "./database/database.js";

/** Cursors with the key that all processes on the database share; the first process creates it. */
export async function loadCursors(queries: Queries): Promise<Cursors> {
  const fresh = JSON.stringify(randomBytes(32).toString("hex"));
  await queries.run(sql`
    insert into setting (name, value) values ('cursor_key', ${fresh}::jsonb) on conflict (name) do nothing`);
  const row = await queries.first<{ value: string }>(sql`select value from setting where name = 'cursor_key'`);
  if (row === undefined) {
    throw new Error("The encryption key for cursors could not be stored.");
  }
  return new Cursors(row.value);
}
