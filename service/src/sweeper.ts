import sql from "sql-template-tag";
import { deleteOldEvents } from "./access/audit.js";
import { forgetCalls } from "./access/rate-limits.js";
import { forgetReplies } from "./access/replies.js";
import { forgetChallenges } from "./accounts/passkeys.js";
import type { Backend } from "./backend.js";
import { areContentsHeld, findNeeded } from "./backup.js";
import { sessionLifetime } from "./files/upload.js";

/** The interval between sweeps, in milliseconds. */
const interval = 60 * 60 * 1000;

/** The minimum age of contents that are swept, in milliseconds, which is much longer than any call takes. */
const minimumAge = 24 * 60 * 60 * 1000;

/** Removes unneeded data at intervals. Any number of processes may do so at the same time. */
export class Sweeper {
  readonly #backend: Backend;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.#run().finally(() => {
        this.#running = undefined;
      });
    }, interval);
  }

  /** Stops sweeping. Resolves when the current sweep is done. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      const removed = await sweep(this.#backend, new Date(Date.now() - minimumAge));
      this.#backend.log.info({ contents: removed }, "swept");
    } catch (thrown) {
      this.#backend.log.error(thrown, "sweep failed");
    }
  }
}

/**
 * Removes expired uploads, links, log-ins, codes, password resets, challenges for passkeys, call counts, stored replies and
 * audit events, and those unneeded contents that were added before the time `before`. Returns the number of removed contents.
 */
export async function sweep(
  { database, clock, contents, settings: { auditDays } }: Pick<Backend, "database" | "clock" | "contents" | "settings">,
  before: Date,
): Promise<number> {
  const now = await clock.now(database);
  // In a transaction, because statements outside of one time out.
  await database.transaction(async (queries) => {
    await queries.run(sql`delete from upload_session where created < ${new Date(now.getTime() - sessionLifetime)}`);
    await queries.run(sql`delete from temporary_link where expires < ${now}`);
    await queries.run(sql`delete from login where expires < ${now}`);
    await queries.run(sql`delete from authorization_code where expires < ${now}`);
    await queries.run(sql`delete from password_reset where expires < ${now}`);
    await queries.run(sql`delete from pending_log_in where expires < ${now}`);
    await forgetChallenges(queries, now);
    await forgetCalls(queries);
    await forgetReplies(queries, now);
  });
  await database.transaction((queries) => deleteOldEvents(queries, auditDays));
  // A backup may start during the sweep, and then needs all contents.
  return contents.sweep(before, async (batch) =>
    (await areContentsHeld(database)) ? new Set(batch) : findNeeded(database, batch),
  );
}
