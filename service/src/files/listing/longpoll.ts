import { listFolderLongpoll } from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { timeLimit } from "../../clock.js";
import type { Database, Queries } from "../../database/database.js";
import { changeChannel } from "../tree/change.js";
import { type ListingState, readCursor, readPart } from "./state.js";

/** Returns the handler that waits for changes in folders. */
export function longpollHandlers({
  cursors,
  database,
  stopping,
}: Backend): Pick<FilesHandlers<Caller>, "listFolderLongpoll"> {
  const notices = new ChangeNotices(database, stopping);
  return {
    async listFolderLongpoll({ cursor, timeout }, _caller, { signal: isGone }) {
      const state = readCursor(cursors, cursor);
      if (state === undefined) {
        throw routeError(listFolderLongpoll, "reset");
      }
      await notices.listen();
      const namespaces = new Set(state.parts.map(({ namespace }) => namespace));
      const over = timeLimit(isGone, timeout * 1000);
      try {
        while (!over.signal.aborted && !stopping.aborted) {
          // Waits for a notice before it checks, so that it misses no change in between.
          const notice = notices.next(namespaces, over.signal);
          if (await hasChanges(database, state)) {
            return { changes: true };
          }
          await notice;
        }
        return { changes: false };
      } finally {
        over.abort();
      }
    },
  };
}

/** Returns whether there is anything to list after the cursor. A new mount counts as a change of the home. */
async function hasChanges(queries: Queries, state: ListingState): Promise<boolean> {
  for (const part of state.parts) {
    if (part.after !== null || (await readPart(queries, state, part, 1)).rows.length > 0) {
      return true;
    }
  }
  return false;
}

/** The interval in milliseconds at which waiting calls check for changes even without a notification. */
const interval = 10_000;

/** A waiting call. */
interface Waiter {
  readonly namespaces: ReadonlySet<number>;
  readonly wake: () => void;
}

/**
 * Notifies waiting calls of changes of namespaces, which any process that uses the database may have made. Listens once for
 * all calls, from the first waiting call until the service stops.
 */
class ChangeNotices {
  readonly #database: Database;
  readonly #stopping: AbortSignal;
  readonly #waiting = new Set<Waiter>();
  #listening: Promise<void> | undefined;

  constructor(database: Database, stopping: AbortSignal) {
    this.#database = database;
    this.#stopping = stopping;
  }

  /** Resolves when this object is listening for changes. */
  async listen(): Promise<void> {
    this.#listening ??= this.#begin();
    try {
      await this.#listening;
    } catch (thrown) {
      this.#listening = undefined;
      throw thrown;
    }
  }

  /**
   * Resolves when one of the namespaces may have changed, or the signal is aborted. Also resolves at intervals without a
   * change, because notifications can be lost together with the connection to the database.
   */
  next(namespaces: ReadonlySet<number>, signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      const wake = (): void => {
        this.#waiting.delete(waiter);
        signal.removeEventListener("abort", wake);
        done();
      };
      const waiter = { namespaces, wake };
      this.#waiting.add(waiter);
      signal.addEventListener("abort", wake);
      if (signal.aborted) {
        wake();
      }
    });
  }

  async #begin(): Promise<void> {
    const stop = await this.#database.listen(changeChannel, (namespace) =>
      this.#wake(({ namespaces }) => namespaces.has(Number(namespace))),
    );
    const timer = setInterval(() => this.#wake(() => true), interval);
    const end = (): void => {
      clearInterval(timer);
      this.#wake(() => true);
      stop().catch(() => undefined); // the connection is already lost
    };
    this.#stopping.addEventListener("abort", end, { once: true });
    if (this.#stopping.aborted) {
      end();
    }
  }

  #wake(isConcerned: (waiter: Waiter) => boolean): void {
    [...this.#waiting].filter(isConcerned).forEach(({ wake }) => wake());
  }
}
