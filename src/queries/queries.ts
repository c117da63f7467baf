import type { Finding } from "../diagnostics/diagnostic.js";
import { isEqual } from "../ir/equal.js";

/**
 * Results that remember what they were computed from. A result reads inputs and other results; what it has read is recorded
 * while it is computed. After a change of inputs only those results are computed again that have read something that differs,
 * and a result that comes out as before ends the change. Results do not depend on the order in which they are asked for.
 */
export class Queries {
  readonly #isRecording: boolean;
  /** Counts the changes of inputs. */
  revision = 1;
  /** What the running computations have read, those of the inner ones last. */
  readonly #reads: Dependency[] = [];
  /** How many those are: the list is longer, for making it shorter costs time. */
  #readCount = 0;
  /** The number of the innermost running computation; 0 if there is none. */
  #running = 0;
  #computations = 0;
  #findings: Finding[] | undefined;
  /** The results in use, as of a revision, in which something was found. */
  #withFindings: Findings[] = [];
  #collectedAt = 0;
  #queries = 0;

  /** With "once" nothing is recorded, which takes less time: inputs must not change after the first computation. */
  constructor(runs: Runs = "again and again") {
    this.#isRecording = runs === "again and again";
  }

  /** A value that is set from outside. */
  input<Value>(value: Value, areSame: (a: Value, b: Value) => boolean = isEqual): Input<Value> {
    return new Input(value, areSame, this);
  }

  /** A result for each key. */
  query<K extends Key, Value>(compute: (key: K) => Value): Query<K, Value> {
    return new Query(compute, this.#queries++, this);
  }

  /** A single result. */
  single<Value>(compute: () => Value): Result<undefined, Value> {
    return new Result(compute, undefined, this.#queries++, this);
  }

  /** Adds a finding to the result that is being computed. */
  report(finding: Finding): void {
    if (this.#running === 0) {
      throw new Error("A finding was reported outside of any computation.");
    }
    (this.#findings ??= []).push(finding);
  }

  /** Notes that the running computation reads something. */
  note(read: Dependency): void {
    // Most repeated reads follow each other.
    if (this.#isRecording && read.lastReader !== this.#running && this.#running !== 0) {
      read.lastReader = this.#running;
      this.#reads[this.#readCount++] = read;
    }
  }

  /** The revision after a change of an input. */
  change(): number {
    if (!this.#isRecording && this.#computations > 0) {
      throw new Error("An input has changed, but what was read of it was not recorded.");
    }
    return ++this.revision;
  }

  /** Computes something and records what is read for it. */
  compute<K, Value>(compute: (key: K) => Value, key: K): Computed<Value> {
    const running = this.#running;
    const findings = this.#findings;
    const reads = this.#readCount;
    this.#running = ++this.#computations;
    this.#findings = undefined;
    try {
      const value = compute(key);
      const isAny = this.#readCount > reads;
      const recorded = isAny ? this.#reads.slice(reads, this.#readCount) : noReads;
      return { value, findings: this.#found(), reads: recorded };
    } finally {
      this.#running = running;
      this.#findings = findings;
      this.#readCount = reads;
    }
  }

  /** What the running computation has found so far. */
  #found(): readonly Finding[] {
    return this.#findings ?? none;
  }

  /** Notes that a result in use has findings. */
  keep(result: Findings): void {
    if (this.#collectedAt !== this.revision) {
      this.#collectedAt = this.revision;
      this.#withFindings = [];
    }
    this.#withFindings.push(result);
  }

  /**
   * All that was found in a result and in what it depends on, in the order of the queries. It must be the only result that is
   * asked for from outside: then exactly those that it depends on are up to date.
   */
  findings(root: Dependency): Finding[] {
    root.refresh();
    if (this.#collectedAt !== this.revision) {
      return [];
    }
    return this.#withFindings.toSorted((a, b) => a.order - b.order).flatMap((result) => result.findings);
  }
}

const none: readonly Finding[] = [];
const noReads: readonly Dependency[] = [];

/** How often results are computed: for one version of the inputs, or again after each change. */
export type Runs = "once" | "again and again";

/** What comes out of a computation. */
interface Computed<Value> {
  readonly value: Value;
  readonly findings: readonly Finding[];
  readonly reads: readonly Dependency[];
}

/** What results can be asked for. It holds them, so that they live as long as it does. */
export abstract class Key {
  /** By the number of the query. */
  readonly results: (Dependency | undefined)[] = [];
}

/** What was found in a result alone. */
interface Findings {
  /** The number of its query. */
  readonly order: number;
  readonly findings: readonly Finding[];
}

/** What a computation can read. */
interface Dependency {
  /** The number of the computation that has read it last. */
  lastReader: number;
  /** The revision of its last change, once it is up to date. */
  readonly changedAt: number;
  /** Brings it up to date. */
  refresh(): void;
}

export class Input<Value> implements Dependency {
  lastReader = 0;
  changedAt: number;
  #value: Value;
  readonly #areSame: (a: Value, b: Value) => boolean;
  readonly #queries: Queries;

  constructor(value: Value, areSame: (a: Value, b: Value) => boolean, queries: Queries) {
    this.changedAt = queries.revision;
    this.#value = value;
    this.#areSame = areSame;
    this.#queries = queries;
  }

  get(): Value {
    this.#queries.note(this);
    return this.#value;
  }

  /** Sets the value. One that equals the value before is no change. */
  set(value: Value): void {
    if (!this.#areSame(this.#value, value)) {
      this.#value = value;
      this.changedAt = this.#queries.change();
    }
  }

  refresh(): void {
    // It is what it was set to.
  }
}

export class Result<K, Value> implements Dependency, Findings {
  lastReader = 0;
  changedAt = 0;
  /** The revision for which it is known to be right; 0 before it is computed. */
  #verifiedAt = 0;
  #isRunning = false;
  #value: Value | undefined;
  #findings: readonly Finding[] = none;
  #reads: readonly Dependency[] = [];
  readonly #compute: (key: K) => Value;
  readonly #key: K;
  readonly order: number;
  readonly #queries: Queries;

  constructor(compute: (key: K) => Value, key: K, order: number, queries: Queries) {
    this.#compute = compute;
    this.#key = key;
    this.order = order;
    this.#queries = queries;
  }

  get(): Value {
    this.#queries.note(this);
    this.refresh();
    return this.#value as Value;
  }

  refresh(): void {
    const { revision } = this.#queries;
    if (this.#verifiedAt !== revision) {
      if (this.#verifiedAt === 0 || this.isOutdated()) {
        this.#run(revision);
      }
      this.#verifiedAt = revision;
      if (this.#findings.length > 0) {
        this.#queries.keep(this);
      }
    }
  }

  get findings(): readonly Finding[] {
    return this.#findings;
  }

  /** Whether something that was read has changed. It stops at the first: what was read after that may be wanted no more. */
  isOutdated(): boolean {
    for (const read of this.#reads) {
      read.refresh();
      if (read.changedAt > this.#verifiedAt) {
        return true;
      }
    }
    return false;
  }

  #run(revision: number): void {
    if (this.#isRunning) {
      throw new Error("A result depends on itself.");
    }
    this.#isRunning = true;
    try {
      const { value, findings, reads } = this.#queries.compute(this.#compute, this.#key);
      this.#reads = reads;
      // A value that is the same remains the same object, for others hold it.
      if (this.#verifiedAt === 0 || !isEqual(this.#value, value) || !isEqual(this.#findings, findings)) {
        this.#value = value;
        this.#findings = findings;
        this.changedAt = revision;
      }
    } finally {
      this.#isRunning = false;
    }
  }
}

/** Results for keys, which hold them. */
export class Query<K extends Key, Value> {
  readonly #compute: (key: K) => Value;
  /** Where keys hold the results. */
  readonly #index: number;
  readonly #queries: Queries;

  constructor(compute: (key: K) => Value, index: number, queries: Queries) {
    this.#compute = compute;
    this.#index = index;
    this.#queries = queries;
  }

  get(key: K): Value {
    // Only this query puts results at its index.
    let result = key.results[this.#index] as Result<K, Value> | undefined;
    if (result === undefined) {
      result = new Result(this.#compute, key, this.#index, this.#queries);
      key.results[this.#index] = result;
    }
    return result.get();
  }

  /** Whether a result has been computed, and something that was read for it has changed since. */
  isOutdated(key: K): boolean {
    const result = key.results[this.#index] as Result<K, Value> | undefined;
    return result?.isOutdated() === true;
  }
}
