import type { Backend } from "../backend.js";

/** The interval at which to look for work without a notification, in milliseconds. */
const interval = 1_000;

/**
 * Runs background work until it is stopped: item by item while there are any, and again whenever a database channel
 * announces more. Also looks for items at intervals, because a crashed process may have left some behind.
 */
export class WorkLoop {
  readonly #backend: Backend;
  readonly #channel: string;
  readonly #workOnNext: () => Promise<boolean>;
  #isDue = false;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  /** `workOnNext` processes one item, and resolves to whether there was one. */
  constructor(backend: Backend, channel: string, workOnNext: () => Promise<boolean>) {
    this.#backend = backend;
    this.#channel = channel;
    this.#workOnNext = workOnNext;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#backend.database.listen(this.#channel, () => this.look());
    this.#timer = setInterval(() => this.look(), interval);
    this.look();
  }

  /** Stops the loop. Resolves when the current item is done. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#stopListening?.();
    await this.#running;
  }

  /** Looks for work; if the loop is already running, it looks again afterwards. */
  look(): void {
    this.#isDue = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isDue) {
        this.look(); // a notification has arrived since the last look
      }
    });
  }

  async #run(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false;
      try {
        while (!this.#backend.stopping.aborted && (await this.#workOnNext())) {
          // Continue with the next item.
        }
      } catch (thrown) {
        this.#backend.log.error({ err: thrown, channel: this.#channel }, "failed to look for work");
      }
    }
  }
}
