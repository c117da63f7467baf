import type { Finding } from "../diagnostics/diagnostic.js";
import { isEqual } from "../ir/equal.js";
import type { Dependency } from "./dependency.js";
import { Key } from "./key.js";
import { printValue } from "./print-value.js";

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
  /** What other processes can refer to: inputs by id, and how to find the results of queries by name. */
  readonly #inputs = new Map<string, Dependency & { touch(): void }>();
  readonly #results = new Map<string, (key: Key | undefined) => Restorable | undefined>();

  /** With "once" nothing is recorded, which takes less time: inputs must not change after the first computation. */
  constructor(runs: Runs = "again and again") {
    this.#isRecording = runs === "again and again";
  }

  /** A value that is set from outside. With an `id`, other processes can refer to it. */
  input<Value>(value: Value, areSame: (a: Value, b: Value) => boolean = isEqual, id?: string): Input<Value> {
    const input = new Input(value, areSame, this, id);
    if (id !== undefined) {
      this.#inputs.set(id, input);
    }
    return input;
  }

  /** A result for each key. With a `name`, other processes can refer to the results by the ids of the keys. */
  query<K extends Key, Value>(compute: (key: K) => Value, name?: string): Query<K, Value> {
    const query = new Query(compute, this.#queries++, this, name);
    if (name !== undefined) {
      this.#results.set(name, (key) => key && query.result(key as K)); // keys with such ids are of one kind
    }
    return query;
  }

  /** A single result. With a `name`, other processes can refer to it. */
  single<Value>(compute: () => Value, name?: string): Result<undefined, Value> {
    const result = new Result(compute, undefined, this.#queries++, this, name);
    if (name !== undefined) {
      this.#results.set(name, () => result);
    }
    return result;
  }

  /** The input with an id. */
  findInput(id: string): (Dependency & { touch(): void }) | undefined {
    return this.#inputs.get(id);
  }

  /** The result of the query with a name for a key; for one that is single, without a key. */
  findResult(name: string, key: Key | undefined): Restorable | undefined {
    return this.#results.get(name)?.(key);
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

/** What was found in a result alone. */
interface Findings {
  /** The number of its query. */
  readonly order: number;
  readonly findings: readonly Finding[];
}

/** A result that can be taken over from another process, see {@link Result.restore}. */
export type Restorable = Pick<Result<never, unknown>, keyof Dependency | "printValue" | "restore">;

export class Input<Value> implements Dependency {
  readonly id: string | undefined;
  readonly reads = noReads;
  lastReader = 0;
  changedAt: number;
  #value: Value;
  readonly #areSame: (a: Value, b: Value) => boolean;
  readonly #queries: Queries;

  constructor(value: Value, areSame: (a: Value, b: Value) => boolean, queries: Queries, id: string | undefined) {
    this.id = id;
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

  /** Notes that the process which has recorded its readers had another value. */
  touch(): void {
    this.changedAt = this.#queries.change();
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
  /** Whether the value is only known as the text below. */
  #isRestored = false;
  #text: string | undefined;
  #findings: readonly Finding[] = none;
  #reads: readonly Dependency[] = [];
  readonly #compute: (key: K) => Value;
  readonly #key: K;
  readonly order: number;
  readonly #queries: Queries;
  readonly #name: string | undefined;

  constructor(compute: (key: K) => Value, key: K, order: number, queries: Queries, name?: string) {
    this.#compute = compute;
    this.#key = key;
    this.order = order;
    this.#queries = queries;
    this.#name = name;
  }

  get id(): string | undefined {
    return this.#name && `${this.#name}:${this.#key instanceof Key ? this.#key.id : ""}`;
  }

  get reads(): readonly Dependency[] {
    return this.#reads;
  }

  get(): Value {
    this.#queries.note(this);
    this.refresh();
    if (this.#isRestored) {
      this.#run(this.#queries.revision);
    }
    return this.#value as Value;
  }

  /**
   * Takes over what another process has recorded for the present values of all inputs: what was read, and the value as
   * {@link printValue} gives it. The value itself is computed when it is asked for.
   */
  restore(reads: readonly Dependency[], text: string | undefined): void {
    this.#reads = reads;
    this.#text = text;
    this.#isRestored = true;
    this.#verifiedAt = this.#queries.revision;
    this.changedAt = this.#queries.revision;
  }

  /** Whether it was restored, is up to date, and its value was not needed so far. */
  isCurrent(): boolean {
    return this.#isRestored && !this.isOutdated();
  }

  /** The value as a text that another process can compare; undefined if identity matters. */
  printValue(): string | undefined {
    return this.#isRestored ? this.#text : printValue(this.#value);
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
  readonly #name: string | undefined;

  constructor(compute: (key: K) => Value, index: number, queries: Queries, name: string | undefined) {
    this.#compute = compute;
    this.#index = index;
    this.#queries = queries;
    this.#name = name;
  }

  get(key: K): Value {
    return this.result(key).get();
  }

  /** The result for a key, which may not have been computed. */
  result(key: K): Result<K, Value> {
    // Only this query puts results at its index.
    let result = key.results[this.#index] as Result<K, Value> | undefined;
    if (result === undefined) {
      result = new Result(this.#compute, key, this.#index, this.#queries, this.#name);
      key.results[this.#index] = result;
    }
    return result;
  }

  /** Whether a result has been computed, and something that was read for it has changed since. */
  isOutdated(key: K): boolean {
    const result = key.results[this.#index] as Result<K, Value> | undefined;
    return result?.isOutdated() === true;
  }
}
