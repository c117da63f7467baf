import type { Backend } from "../../backend.js";
import { changeChannel } from "../tree/change.js";

/**
 * Tells those who wait that namespaces have changed, in whatever process on the database. However many wait, it listens
 * once: from when the first of them comes until the service stops.
 */
export class ChangeNotices {
  readonly #backend: Backend;
  readonly #waiting = new Set<{ readonly namespaces: ReadonlySet<number>; readonly wake: () => void }>();
  #listening: Promise<void> | undefined;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** Resolves once there can be no more changes that {@link next} does not tell. */
  async listen(): Promise<void> {
    this.#listening ??= this.#begin();
    try {
      await this.#listening;
    } catch (thrown) {
      this.#listening = undefined;
      throw thrown;
    }
  }

  /** Resolves at the next change of one of the namespaces, or when the signal is aborted. */
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
    const stop = await database.listen(changeChannel, (namespace) => this.#tell(Number(namespace)));
    stopping.addEventListener("abort", () => void stop().catch(() => undefined), { once: true });
  }

  #tell(namespace: number): void {
    for (const { namespaces, wake } of this.#waiting) {
      if (namespaces.has(namespace)) {
        wake();
      }
    }
  }
}
