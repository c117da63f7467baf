import type { Finding } from "../diagnostics/diagnostic.js";
import { isEqual } from "../ir/equal.js";
import { Dependency, type Reader } from "./dependency.js";
import { Key } from "./key.js";
import { printValue, readValue } from "./print-value.js";
import type { Findings, Recording } from "./recording.js";

/** A result that can be taken over from another process, see {@link Result.restore}. */
export type Restorable = Dependency & Pick<Result<never, unknown>, "printValue" | "restore">;

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
  /** Whether the value is only known as the text below. */
  #isRestored = false;
  #text: string | undefined;
  #findings: readonly Finding[] = none;
  #reads: readonly Dependency[] = nothing;
  readonly #compute: (key: K) => Value;
  readonly #key: K;
  readonly order: number;
  readonly #recording: Recording;
  readonly #name: string | undefined;

  constructor(compute: (key: K) => Value, key: K, order: number, recording: Recording, name?: string) {
    super();
    this.#compute = compute;
    this.#key = key;
    this.order = order;
    this.#recording = recording;
    this.#name = name;
    this.#isInUse = !recording.isRecording;
  }

  override get id(): string | undefined {
    return this.#name && `${this.#name}:${this.#key instanceof Key ? this.#key.id : ""}`;
  }

  override get reads(): readonly Dependency[] {
    return this.#reads;
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
    if (this.#isRestored) {
      this.#readText();
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

  /**
   * Takes over what another process has recorded for the present values of all inputs: what was read, and the value as
   * {@link printValue} gives it. The value itself is read from that when it is asked for, or else computed.
   */
  restore(reads: readonly Dependency[], text: string | undefined): void {
    this.#reads = reads;
    this.#text = text;
    this.#isRestored = true;
    this.#verifiedAt = this.#recording.revision;
    this.changedAt = this.#recording.revision;
  }

  /** Gets the value that was restored as a text. */
  #readText(): void {
    const known = this.#text === undefined ? undefined : readValue(this.#text);
    if (known === undefined) {
      this.#run(this.#recording.revision);
    } else {
      this.#value = known.value as Value; // it was printed by the same build
      this.#isRestored = false;
    }
  }

  /** Whether it was restored, is up to date, and its value was not needed so far. */
  isCurrent(): boolean {
    return this.#isRestored && !this.isOutdated();
  }

  /** The value as a text that another process can compare; undefined if identity matters. */
  printValue(): string | undefined {
    return this.#isRestored ? this.#text : printValue(this.#value);
  }

  #run(revision: number): void {
    if (this.#isRunning) {
      throw new Error("A result depends on itself.");
    }
    this.#isRunning = true;
    try {
      const { value, findings, reads } = this.#recording.compute(this.#compute, this.#key);
      this.#setReads(reads);
      if (this.#isRestored) {
        this.#isRestored = false;
        this.#value = value;
        if (this.#text === undefined || this.#text !== printValue(value)) {
          this.changedAt = revision;
        }
        return;
      }
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
