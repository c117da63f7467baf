import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { onEnd } from "../project/end-signals.js";
import { removeAbandoned } from "../project/output/replace-files.js";
import type { Run } from "./run.js";

/** The pauses between checks, in milliseconds. Bundlers start to watch soon after a build, but do not report when. */
const pauses = [0, 200, 800, 2_000];

/** The prefix of the names of the files that trigger another build. */
const prefix = "ashlar-watch-";

/**
 * Triggers another build if an input has changed after a run and before the bundler started to watch. The only way for
 * a plug-in to request a build is to change a file that the bundler watches.
 */
export class MissedChanges {
  readonly #signal = join(tmpdir(), `${prefix}${process.pid}-${randomUUID()}`);
  readonly #isClosedBySignals: boolean;
  #forgetEnd: (() => void) | undefined;
  #count = 0;
  #latest: Run | undefined;

  /**
   * `isClosedBySignals` says whether the bundler itself stops watching when it receives a signal. Rollup does, and
   * would not exit if anything else listened for signals.
   */
  constructor({ isClosedBySignals }: { readonly isClosedBySignals: boolean }) {
    this.#isClosedBySignals = isClosedBySignals;
  }

  /** The file to watch. */
  get signal(): string {
    if (this.#count === 0) {
      removeAbandoned(tmpdir(), prefix, /^-[0-9a-f-]{36}$/);
      if (!this.#isClosedBySignals) {
        this.#forgetEnd = onEnd(() => this.#remove());
      }
      this.#write(); // not every bundler watches a file that does not exist
    }
    return this.#signal;
  }

  /** Checks for changes since a run, for a few seconds, but only until the next run starts or watching ends. */
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
    this.#forgetEnd?.();
    this.#remove();
  }

  #remove(): void {
    rmSync(this.#signal, { force: true });
  }

  #write(): void {
    this.#count += 1;
    writeFileSync(this.#signal, `${this.#count}\n`);
  }
}
