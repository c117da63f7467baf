import type { Finding, Report } from "../../text/diagnostics/diagnostic.js";
import { limitedReport } from "../../text/diagnostics/limited-report.js";

/** A result that is computed from the whole specification, such as the list of all namespaces. */
interface Whole {
  /** The number of the query that the result belongs to. */
  readonly order: number;
  /** Updates the result, and marks its readers if the value has changed. */
  settle(): void;
}

/** Records what results read while they are computed, and their findings. */
export class Recording {
  /** Whether it is recorded what results read. Otherwise, inputs must not change after the first computation. */
  readonly isRecording: boolean;
  /** Counts the changes of inputs. */
  revision = 1;
  /** The dependencies that the running computations have read, those of inner computations last. */
  readonly #reads: Dependency[] = [];
  /** The number of entries in use. The list may be longer, because shrinking it is slow. */
  #readCount = 0;
  /** The number of the innermost running computation; 0 if there is none. */
  #running = 0;
  #computations = 0;
  #findings: Finding[] | undefined;
  /** Adds to the findings of the innermost computation. */
  #report: Report | undefined;
  /** The live results that have findings. */
  readonly #withFindings = new Set<Findings>();
  /** Whole results that may have changed and whose readers are not marked yet. */
  readonly #unsettled = new Set<Whole>();
  #isSettling = false;

  constructor(isRecording: boolean) {
    this.isRecording = isRecording;
  }

  /** Adds a finding to the result that is being computed. */
  report(finding: Finding): void {
    if (this.#running === 0) {
      throw new Error("A finding was reported outside of any computation.");
    }
    this.#report ??= limitedReport((this.#findings ??= []));
    this.#report(finding);
  }

  /** Records that the running computation reads a dependency. */
  note(read: Dependency): void {
    // Most repeated reads are consecutive.
    if (read.lastReader !== this.#running && this.#running !== 0 && this.isRecording) {
      read.lastReader = this.#running;
      this.#reads[this.#readCount++] = read;
    }
  }

  /** Starts a new revision after a change of an input, and returns it. */
  change(): number {
    if (!this.isRecording && this.#computations > 0) {
      throw new Error("An input has changed, but it was not recorded which results read it.");
    }
    return ++this.revision;
  }

  /** Computes a value, and records what the computation reads. */
  compute<K, Value>(compute: (key: K) => Value, key: K): Computed<Value> {
    const running = this.#running;
    const findings = this.#findings;
    const report = this.#report;
    const reads = this.#readCount;
    this.#running = ++this.#computations;
    this.#findings = undefined;
    this.#report = undefined;
    try {
      const value = compute(key);
      const isAny = this.#readCount > reads;
      const recorded = isAny ? this.#reads.slice(reads, this.#readCount) : noReads;
      return { value, findings: this.#found(), reads: recorded };
    } finally {
      this.#running = running;
      this.#findings = findings;
      this.#report = report;
      this.#readCount = reads;
      if (running === 0) {
        // Otherwise, the list would keep its entries in memory, for example definitions that were removed.
        this.#reads.length = 0;
      }
    }
  }

  /** Returns the findings of the innermost running computation so far. */
  #found(): readonly Finding[] {
    return this.#findings ?? none;
  }

  /**
   * Marks a whole result as possibly changed. Before anything else is read, the result is updated, and its readers are
   * marked if it has changed.
   */
  settleLater(result: Whole): void {
    this.#unsettled.add(result);
  }

  /** Whether whole results are marked and are not being updated at the moment. */
  get isUnsettled(): boolean {
    return this.#unsettled.size > 0 && !this.#isSettling;
  }

  /** Updates marked whole results, earlier ones first because later ones may depend on them. */
  settle(): void {
    if (!this.isUnsettled) {
      return;
    }
    this.#isSettling = true;
    try {
      for (let last = -1; this.#unsettled.size > 0;) {
        const [next] = [...this.#unsettled].sort((a, b) => a.order - b.order);
        if (next === undefined || next.order < last) {
          throw new Error("A result of the whole depends on one that is declared after it.");
        }
        last = next.order;
        next.settle();
        this.#unsettled.delete(next);
      }
    } finally {
      this.#isSettling = false;
    }
  }

  /** Records that a live result has findings. */
  noteFindings(result: Findings): void {
    this.#withFindings.add(result);
  }

  /** Removes a result that has no findings any more, or is no longer live. */
  forgetFindings(result: Findings): void {
    this.#withFindings.delete(result);
  }

  /** Returns all findings of a result, which becomes live, and of its dependencies, in the order of the queries. */
  findingsOf(root: Findings & { keep(): void }): Finding[] {
    root.keep();
    return inOrder(this.#withFindings);
  }
}

const none: readonly Finding[] = [];
const noReads: readonly Dependency[] = [];

/** The value, the findings and the reads of a computation. */
interface Computed<Value> {
  readonly value: Value;
  readonly findings: readonly Finding[];
  readonly reads: readonly Dependency[];
}

/** A result that depends on other results or inputs. */
export interface Reader {
  /** Marks the result as possibly outdated, because a dependency may have changed. */
  mark(): void;
}

/** An input or a result that computations can read. */
export abstract class Dependency {
  /** The revision of the last change. Valid only while the dependency is up to date. */
  abstract readonly changedAt: number;
  /** The number of the last computation that read the dependency. */
  lastReader = 0;
  /** The live results that have read the dependency, which is usually one. */
  #readers: Reader | Set<Reader> | undefined;

  /** Brings the dependency up to date. */
  abstract refresh(): void;

  addReader(reader: Reader): void {
    const readers = this.#readers;
    if (readers === undefined) {
      this.#readers = reader;
    } else if (readers instanceof Set) {
      readers.add(reader);
    } else if (readers !== reader) {
      this.#readers = new Set([readers, reader]);
    }
  }

  removeReader(reader: Reader): void {
    const readers = this.#readers;
    if (readers === reader) {
      this.#readers = undefined;
    } else if (readers instanceof Set) {
      readers.delete(reader);
    }
  }

  /** Whether a live result has read the dependency. */
  get hasReaders(): boolean {
    return this.#readers instanceof Set ? this.#readers.size > 0 : this.#readers !== undefined;
  }

  protected markReaders(): void {
    const readers = this.#readers;
    if (readers instanceof Set) {
      readers.forEach((reader) => {
        reader.mark();
      });
    } else {
      readers?.mark();
    }
  }
}

/** The findings of a single result, without those of its dependencies. */
export interface Findings {
  /** The number of the query that the result belongs to. */
  readonly order: number;
  readonly findings: readonly Finding[];
}

/**
 * Returns findings sorted by query, then by the first message of their result, because the order in which results are
 * computed depends on earlier edits.
 */
function inOrder(all: Iterable<Findings>): Finding[] {
  return [...all].sort(compareFindings).flatMap(({ findings }) => findings);
}

function compareFindings(a: Findings, b: Findings): number {
  const [one = "", other = ""] = [a.findings[0]?.message, b.findings[0]?.message];
  return a.order - b.order || (one < other ? -1 : one > other ? 1 : 0);
}
