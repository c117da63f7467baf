import sql from "sql-template-tag";
import { randomText } from "../database/ids.js";
import type { Queries } from "../database/database.js";
import { isPassword, passwordHash } from "./password.js";
import { findPeople } from "./person.js";

/** Checked where there is no account, so that how long it takes does not tell whether there is one. */
const noPassword = passwordHash(randomText(22));

/** The accounts with this email and password: one, none, or the personal and the work account of the same person. */
export async function accountsWith(queries: Queries, email: string, password: string): Promise<string[]> {
  const people = await findPeople(queries, sql`lower(account.email) = lower(${email})`);
  const matching: string[] = [];
  for (const person of people) {
    if (await isPassword(password, person.password ?? (await noPassword))) {
      matching.push(person.id);
    }
  }
  if (people.length === 0) {
    await isPassword(password, await noPassword);
  }
  return matching;
}
