import type { IdempotencyStore, KeyedCall, OnceOutcome, StoredReply } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Caller } from "./caller.js";
import type { Clock } from "../clock.js";
import { hasWaitedTooLong, type Queries } from "../database/database.js";
import type { JoinedDatabase } from "../database/joined.js";

/**
 * Returns a store for the replies to calls with idempotency keys. The effect of a call and the reply are stored in one
 * transaction. Other calls that have the same key, in any process, wait for the end of that transaction. If a process crashes,
 * its transaction is rolled back.
 */
export function replyStore(database: JoinedDatabase, clock: Clock): IdempotencyStore {
  return {
    async once({ caller, route, key, ttlMs }, run) {
      const performing = database.together(async (queries): Promise<OnceOutcome> => {
        const now = await clock.now(queries);
        const expires = new Date(now.getTime() + ttlMs);
        const claimed = await claim(queries, { caller, route, key }, expires, now);
        if (claimed !== "first") {
          return claimed;
        }
        const reply = await run();
        await queries.run(sql`
          update idempotent_call set reply = ${JSON.stringify(reply)}
          where caller = ${caller} and route = ${route} and key = ${key}`);
        return { reply, isReplayed: false };
      }, caller);
      return performing.catch((thrown: unknown) => {
        if (thrown instanceof StillRunning) {
          return "running";
        }
        throw thrown;
      });
    },
  };
}

/** Thrown if another call that has the same key takes too long. */
class StillRunning extends Error {}

/**
 * Waits for other calls that have the same key. Returns the stored reply; `first` if there is none. Throws a {@link
 * StillRunning}.
 */
async function claim(
  queries: Queries,
  { caller, route, key }: Pick<KeyedCall, "caller" | "route" | "key">,
  expires: Date,
  now: Date,
): Promise<OnceOutcome | "first"> {
  const insertion = sql`
    insert into idempotent_call (caller, route, key, expires) values (${caller}, ${route}, ${key}, ${expires})
    on conflict (caller, route, key) do update set expires = excluded.expires
    where idempotent_call.expires <= ${now}`;
  const inserted = await queries.run(insertion).catch((thrown: unknown) => {
    throw hasWaitedTooLong(thrown) ? new StillRunning() : thrown;
  });
  if (inserted > 0) {
    return "first";
  }
  const stored = await queries.first<{ reply: StoredReply }>(sql`
    select reply from idempotent_call where caller = ${caller} and route = ${route} and key = ${key}`);
  return stored === undefined ? "running" : { reply: stored.reply, isReplayed: true };
}

/** Identifies the owner of idempotency keys: an app, together with the account or team for which it acts. */
export function keyOwner(caller: Caller): string {
  switch (caller.kind) {
    case "user":
      return `${caller.app.key} user ${caller.accountId}`;
    case "team":
      return `${caller.app.key} team ${caller.teamId}`;
    case "app":
      return caller.app.key;
  }
}

/** Deletes expired replies. */
export async function forgetReplies(queries: Queries, now: Date): Promise<void> {
  await queries.run(sql`delete from idempotent_call where expires < ${now}`);
}
