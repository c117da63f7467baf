import sql from "sql-template-tag";
import type { Queries } from "./database/database.js";

/**
 * Where tests can cause faults: jobs of a kind fail or are held back, people cannot be added to a team, or files cannot be
 * transferred.
 */
export type FaultPlace = "job" | "job-hold" | "member-creation" | "member-migration" | "transfer";

/**
 * Returns the fault that a test has requested at a place for a subject, ignoring case, or for all subjects (`*`);
 * undefined if there is none.
 */
export async function faultAt(queries: Queries, place: FaultPlace, subject: string): Promise<string | undefined> {
  const fault = await queries.first<{ detail: string }>(
    sql`select detail from fault where place = ${place} and lower(subject) in (lower(${subject}), '*') limit 1`,
  );
  return fault?.detail;
}
