import type { Backend } from "../backend.js";

/** How often to look for work that nobody has told us of, in milliseconds. */
const interval = 1_000;

/**
 * Does what is to be done in the background, until it is stopped: one thing after the other as long as there is any, then
 * when a channel of the database tells of more, and at intervals, for what a process which is no more has left.
 */
export class WorkLoop {
  readonly #backend: Backend;
  readonly #channel: string;
  readonly #workOnNext: () => Promise<boolean>;
  #isDue = false;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  /** `workOnNext` says whether there was anything. */
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

  /** Begins nothing more; resolves when what is under way is done. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#stopListening?.();
    await this.#running;
  }

  /** Looks whether there is something to do now. */
  look(): void {
    this.#isDue = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isDue) {
        this.look(); // somebody has told of more just before the end
      }
    });
  }

  async #run(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false;
      try {
        while (!this.#backend.stopping.aborted && (await this.#workOnNext())) {
          // There may be more.
        }
      } catch (thrown) {
        this.#backend.log.error({ err: thrown, channel: this.#channel }, "work could not be looked for");
      }
    }
  }
}
