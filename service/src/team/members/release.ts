import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";

/** Permanently removes members who can no longer be recovered. */
export async function releaseOverdue(queries: Queries, now: Date): Promise<void> {
  // The members of all teams, because emails become available to all teams; always in the same order, to prevent deadlocks.
  const overdue = await queries.all<{ id: string }>(sql`
    select id from member where status = 'removed' and not is_released and recoverable_until <= ${now}
    order by id for update`);
  if (overdue.length > 0) {
    await release(
      queries,
      overdue.map(({ id }) => id),
    );
  }
}

/** Permanently removes members: closes their accounts, and makes their emails and external ids available. */
export async function release(queries: Queries, memberIds: readonly string[]): Promise<void> {
  const released = await queries.all<{ account_id: string }>(sql`
    update member set is_released = true, recoverable_until = null where id = any(${memberIds}) returning account_id`);
  const accounts = released.map(({ account_id }) => account_id);
  await queries.run(sql`update account set is_closed = true where id = any(${accounts})`);
  await queries.run(sql`update account set paired_with = null where paired_with = any(${accounts})`);
}
