import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Run } from "./run.js";

/** How long to wait before each look, in milliseconds: bundlers begin to watch soon after a build, but do not say when. */
const pauses = [0, 200, 800, 2_000];

/**
 * Makes a bundler build again if something has changed between a run and the moment from which the bundler watches.
 * Bundlers let a plug-in ask for a build in one way only: by a change of a file that they watch.
 */
export class MissedChanges {
  readonly #signal = join(tmpdir(), `ashlar-${randomUUID()}`);
  #count = 0;
  #latest: Run | undefined;

  /** The file to be watched. */
  get signal(): string {
    if (this.#count === 0) {
      this.#write(); // not every bundler watches a file that is not there
    }
    return this.#signal;
  }

  /** Looks for changes since a run, for a few seconds at most, and no longer than until the next run or the end. */
  async since(run: Run): Promise<void> {
    this.#latest = run;
    for (const pause of pauses) {
      await setTimeout(pause, undefined, { ref: false });
      const isCurrent = await run.isCurrent();
      if (this.#latest !== run) {
        return;
      }
      if (!isCurrent) {
        this.#write();
      }
    }
  }

  end(): void {
    this.#latest = undefined;
    rmSync(this.#signal, { force: true });
  }

  #write(): void {
    this.#count += 1;
    writeFileSync(this.#signal, `${this.#count}\n`);
  }
}
