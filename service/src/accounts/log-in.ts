import sql from "sql-template-tag";
import { randomText } from "../database/ids.js";
import type { Queries } from "../database/database.js";
import { isPassword, passwordHash } from "./password.js";
import { findPeople } from "./person.js";

/** Compared with where there is no password, so that how long it takes does not tell whether there is an account. */
const nobodys = passwordHash(randomText(22));

/** The accounts with this email and password: one, none, or the personal and the work account of the same person. */
export async function accountsWith(queries: Queries, email: string, password: string): Promise<string[]> {
  const people = await findPeople(queries, sql`lower(account.email) = lower(${email})`);
  const accounts = await queries.all<{ id: string; password: string }>(sql`
    select id, password from account where id = any(${people.map(({ id }) => id)}) and password is not null`);
  if (accounts.length === 0) {
    await isPassword(password, await nobodys);
  }
  const matching: string[] = [];
  for (const account of accounts) {
    if (await isPassword(password, account.password)) {
      matching.push(account.id);
    }
  }
  return matching;
}
