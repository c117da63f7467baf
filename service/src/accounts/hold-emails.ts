import sql from "sql-template-tag";
import type { Queries } from "../database/database.js";

/** Keeps others from giving these emails to accounts until the transaction of these queries is over. */
export async function holdEmails(queries: Queries, emails: readonly string[]): Promise<void> {
  // One after the other in the same order, so that two who want the same ones do not wait for each other.
  for (const email of emails.map((email) => email.toLowerCase()).sort()) {
    await queries.run(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`);
  }
}
