import type { Finding } from "../../text/diagnostics/diagnostic.js";
import { isEqual } from "../../ir/equal.js";
import { type Findings, Dependency, type Reader, type Recording } from "./recording.js";
import type { Steps } from "../../text/steps.js";

/**
 * The result of a computation, which is valid until a dependency changes. A live result is marked when a dependency may
 * have changed. Any other result checks its dependencies when it is requested.
 */
export class Result<Value, K = undefined> extends Dependency implements Reader, Findings {
  changedAt = 0;
  /** The latest revision for which the result is known to be valid; 0 before it is computed. */
  #verifiedAt = 0;
  /** Whether the result is live: another live result has read it, or a caller keeps it. */
  #isLive = false;
  #isKept = false;
  /** Whether the result is live and not marked. If a result is not current, neither are its readers. */
  #isCurrent = false;
  #isRunning = false;
  #value: Value | undefined;
  #findings: readonly Finding[] = noFindings;
  #reads: readonly Dependency[] = noDependencies;
  readonly #compute: (key: K) => Value;
  readonly #key: K;
  readonly order: number;
  readonly #recording: Recording;

  constructor(compute: (key: K) => Value, key: K, order: number, recording: Recording) {
    super();
    this.#compute = compute;
    this.#key = key;
    this.order = order;
    this.#recording = recording;
  }

  get findings(): readonly Finding[] {
    return this.#findings;
  }

  get(): Value {
    const recording = this.#recording;
    recording.note(this);
    if (!this.#isCurrent || recording.isUnsettled) {
      recording.settle();
      this.refresh();
    }
    return this.#value as Value;
  }

  /** Updates the result, and keeps it live from then on. */
  keep(): void {
    this.#recording.settle();
    this.refresh();
    this.#isKept = true;
    this.#makeLive();
  }

  /** Does the same in one step for each dependency. Other computations may run in between. */
  *keepInSteps(): Steps<void> {
    this.#recording.settle();
    this.refresh();
    for (let index = 0; index < this.#reads.length && !this.#isLive; index++) {
      this.#reads[index]?.addReader(this);
      yield;
    }
    this.keep();
  }

  override refresh(): void {
    const { revision } = this.#recording;
    if (this.#isCurrent || (this.#verifiedAt === revision && !this.#isLive)) {
      return;
    }
    if (this.#verifiedAt === 0 || this.isOutdated()) {
      this.#run(revision);
    }
    this.#verifiedAt = revision;
    this.#isCurrent = this.#isLive;
  }

  /** Whether the result is known to be up to date without checking what it has read. */
  isUpToDate(): boolean {
    this.#recording.settle();
    return this.#isLive ? this.#isCurrent : this.#verifiedAt === this.#recording.revision;
  }

  /**
   * Whether a dependency has changed. Stops at the first change, because later dependencies may no longer be needed.
   */
  isOutdated(): boolean {
    if (this.#isCurrent) {
      return false;
    }
    for (const read of this.#reads) {
      read.refresh();
      if (read.changedAt > this.#verifiedAt) {
        return true;
      }
    }
    return false;
  }

  mark(): void {
    if (!this.#isCurrent) {
      return;
    }
    this.#isCurrent = false;
    if (this.#key === undefined && this.hasReaders) {
      // Nearly all results depend on a whole result, but few changes affect it.
      this.#recording.settleLater(this);
    } else {
      this.markReaders();
    }
  }

  /** Updates the result, and marks its readers if its value has changed. */
  settle(): void {
    this.refresh();
    if (this.changedAt === this.#recording.revision) {
      this.markReaders();
    }
  }

  override addReader(reader: Reader): void {
    super.addReader(reader);
    this.#makeLive();
  }

  override removeReader(reader: Reader): void {
    super.removeReader(reader);
    if (!this.hasReaders && !this.#isKept && this.#isLive) {
      this.#isLive = false;
      this.#isCurrent = false;
      this.#recording.forgetFindings(this);
      for (const read of this.#reads) {
        read.removeReader(this);
      }
    }
  }

  /** Makes the result live. The result must be up to date. */
  #makeLive(): void {
    if (!this.#isLive) {
      this.#isLive = true;
      this.#isCurrent = true;
      this.#noteFindings();
      for (const read of this.#reads) {
        read.addReader(this);
      }
    }
  }

  #noteFindings(): void {
    if (this.#findings.length > 0) {
      this.#recording.noteFindings(this);
    } else {
      this.#recording.forgetFindings(this);
    }
  }

  #run(revision: number): void {
    if (this.#isRunning) {
      throw new Error("A result depends on itself.");
    }
    this.#isRunning = true;
    try {
      const { value, findings, reads } = this.#recording.compute(this.#compute, this.#key);
      this.#setReads(reads);
      // If the value is equal, the previous object is retained, because other results refer to it.
      if (this.#verifiedAt === 0 || !isEqual(this.#value, value) || !isEqual(this.#findings, findings)) {
        this.#value = value;
        this.#findings = findings;
        this.changedAt = revision;
        if (this.#isLive || !this.#recording.isRecording) {
          this.#noteFindings();
        }
      }
    } finally {
      this.#isRunning = false;
    }
  }

  #setReads(reads: readonly Dependency[]): void {
    const before = this.#reads;
    if (reads.length === before.length && reads.every((read, index) => read === before[index])) {
      return;
    }
    this.#reads = reads;
    if (this.#isLive) {
      reads.forEach((read) => {
        read.addReader(this);
      });
    }
    if (before.length > 0) {
      const newReads = new Set(reads);
      before.forEach((read) => {
        if (!newReads.has(read)) {
          read.removeReader(this); // a result that is not live may be a reader too, see keepInSteps
        }
      });
    }
  }
}

const noFindings: readonly Finding[] = [];
const noDependencies: readonly Dependency[] = [];
