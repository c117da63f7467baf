import sql from "sql-template-tag";
import type { Queries } from "./database/database.js";

/**
 * Where tests can ask for faults: jobs of a kind that fail, or are held back until they are let go; people who cannot be
 * added to a team, by their email.
 */
export type FaultPlace = "job" | "job-hold" | "member-creation" | "member-migration" | "transfer";

/**
 * What a test has asked for at a place, for one subject, whatever its case, or for all (`*`); undefined if nothing is
 * to go wrong.
 */
export async function faultAt(queries: Queries, place: FaultPlace, subject: string): Promise<string | undefined> {
  const fault = await queries.first<{ detail: string }>(
    sql`select detail from fault where place = ${place} and lower(subject) in (lower(${subject}), '*') limit 1`,
  );
  return fault?.detail;
}
