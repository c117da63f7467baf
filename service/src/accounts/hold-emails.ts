import sql from "sql-template-tag";
import type { Queries } from "../database/database.js";

/** Locks these emails until the transaction ends, so that no other transaction can assign them to accounts. */
export async function holdEmails(queries: Queries, emails: readonly string[]): Promise<void> {
  // The emails are locked in a fixed order, to prevent deadlocks.
  for (const email of emails.map((email) => email.toLowerCase()).sort()) {
    await queries.run(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`);
  }
}
