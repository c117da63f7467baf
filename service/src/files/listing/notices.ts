import type { Backend } from "../../backend.js";
import { changeChannel } from "../tree/change.js";

/** How often those who wait look for changes that nobody has told, in milliseconds. */
const interval = 10_000;

/** Somebody who waits. */
interface Waiter {
  readonly namespaces: ReadonlySet<number>;
  readonly wake: () => void;
}

/**
 * Tells those who wait that namespaces have changed, in whatever process on the database. However many wait, it listens
 * once: from when the first of them comes until the service stops.
 */
export class ChangeNotices {
  readonly #backend: Backend;
  readonly #waiting = new Set<Waiter>();
  #listening: Promise<void> | undefined;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** Resolves when changes are listened for. */
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
   * Resolves when one of the namespaces may have changed, or the signal is aborted. That may be for nothing: some notices
   * are lost where the connection to the database is, so everybody looks again from time to time.
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
    const { database, stopping } = this.#backend;
    const stop = await database.listen(changeChannel, (namespace) =>
      this.#wake(({ namespaces }) => namespaces.has(Number(namespace))),
    );
    const timer = setInterval(() => this.#wake(() => true), interval);
    const end = (): void => {
      clearInterval(timer);
      this.#wake(() => true);
      stop().catch(() => undefined); // the connection is lost, which is what we want
    };
    stopping.addEventListener("abort", end, { once: true });
    if (stopping.aborted) {
      end();
    }
  }

  #wake(isConcerned: (waiter: Waiter) => boolean): void {
    [...this.#waiting].filter(isConcerned).forEach(({ wake }) => wake());
  }
}
