import type { Finding } from "../diagnostics/diagnostic.js";
import { isEqual } from "../ir/equal.js";
import { Dependency, type Reader } from "./dependency.js";
import type { Findings, Recording } from "./recording.js";

/**
 * What comes out of a computation, until something that was read for it changes. A result that is in use is marked
 * when that may have happened; any other looks at what it has read when it is asked for.
 */
export class Result<K, Value> extends Dependency implements Reader, Findings {
  changedAt = 0;
  /** A revision for which it is known to be right; 0 before it is computed. */
  #verifiedAt = 0;
  /** Whether it is read by another one in use, or from outside all the time. */
  #isInUse: boolean;
  #isKept = false;
  /** Of a result in use: whether nothing that was read has changed since. If it is not, its readers are not either. */
  #isCurrent = false;
  #isRunning = false;
  #value: Value | undefined;
  #findings: readonly Finding[] = none;
  #reads: readonly Dependency[] = nothing;
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
    this.#isInUse = !recording.isRecording;
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

  /** Brings it up to date, and keeps it in use from now on. */
  keep(): void {
    this.#recording.settle();
    this.refresh();
    this.#isKept = true;
    this.#use();
  }

  override refresh(): void {
    const { revision } = this.#recording;
    if (this.#isCurrent || (this.#verifiedAt === revision && !this.#isInUse)) {
      return;
    }
    if (this.#verifiedAt === 0 || this.isOutdated()) {
      this.#run(revision);
    }
    this.#verifiedAt = revision;
    this.#isCurrent = this.#isInUse;
  }

  /** Whether it is known to be up to date without looking at what it has read. */
  isKnown(): boolean {
    this.#recording.settle();
    return this.#isInUse ? this.#isCurrent : this.#verifiedAt === this.#recording.revision;
  }

  /** Whether something that was read has changed. It stops at the first: what was read after that may be wanted no more. */
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
      // It sees the whole, so that nearly everything depends on it and nearly nothing changes it.
      this.#recording.settleLater(this);
    } else {
      this.markReaders();
    }
  }

  /** Brings it up to date, and marks its readers if it has changed. */
  settle(): void {
    this.refresh();
    if (this.changedAt === this.#recording.revision) {
      this.markReaders();
    }
  }

  override addReader(reader: Reader): void {
    super.addReader(reader);
    this.#use();
  }

  override removeReader(reader: Reader): void {
    super.removeReader(reader);
    if (!this.hasReaders && !this.#isKept && this.#isInUse) {
      this.#isInUse = false;
      this.#isCurrent = false;
      this.#recording.forgetFindings(this);
      for (const read of this.#reads) {
        read.removeReader(this);
      }
    }
  }

  /** Puts it in use; it is up to date. */
  #use(): void {
    if (!this.#isInUse) {
      this.#isInUse = true;
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
      // A value that is the same remains the same object, for others hold it.
      if (this.#verifiedAt === 0 || !isEqual(this.#value, value) || !isEqual(this.#findings, findings)) {
        this.#value = value;
        this.#findings = findings;
        this.changedAt = revision;
        if (this.#isInUse) {
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
    if (this.#isInUse) {
      reads.forEach((read) => {
        read.addReader(this);
      });
      const kept = new Set(reads);
      before.forEach((read) => {
        if (!kept.has(read)) {
          read.removeReader(this);
        }
      });
    }
  }
}

const none: readonly Finding[] = [];
const nothing: readonly Dependency[] = [];
