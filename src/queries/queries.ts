import type { Finding } from "../diagnostics/diagnostic.js";
import { isEqual } from "../ir/equal.js";
import type { Dependency } from "./dependency.js";
import { Input } from "./input.js";
import type { Key } from "./key.js";
import { Query } from "./query.js";
import type { Computed, Findings, Recorder, Settled } from "./recorder.js";
import { Result, type Restorable } from "./result.js";

/**
 * Results that remember what they were computed from. A result reads inputs and other results; what it has read is recorded
 * while it is computed. After a change of inputs only those results are computed again that have read something that differs,
 * and a result that comes out as before ends the change. Results do not depend on the order in which they are asked for.
 */
export class Queries implements Recorder {
  readonly isRecording: boolean;
  revision = 1;
  /** What the running computations have read, those of the inner ones last. */
  readonly #reads: Dependency[] = [];
  /** How many those are: the list is longer, for making it shorter costs time. */
  #readCount = 0;
  /** The number of the innermost running computation; 0 if there is none. */
  #running = 0;
  #computations = 0;
  #findings: Finding[] | undefined;
  /** The results in use in which something was found. */
  readonly #withFindings = new Set<Findings>();
  /** Results of the whole that may have changed, and whose readers are not told yet. */
  readonly #unsettled = new Set<Settled>();
  #isSettling = false;
  #queries = 0;
  /** What other processes can refer to: inputs by id, and how to find the results of queries by name. */
  readonly #inputs = new Map<string, TouchableInput>();
  readonly #results = new Map<string, (key: Key | undefined) => Restorable | undefined>();

  /** With "once" nothing is recorded, which takes less time: inputs must not change after the first computation. */
  constructor(runs: Runs = "again and again") {
    this.isRecording = runs === "again and again";
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
  findInput(id: string): TouchableInput | undefined {
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

  note(read: Dependency): void {
    // Most repeated reads follow each other.
    if (this.isRecording && read.lastReader !== this.#running && this.#running !== 0) {
      read.lastReader = this.#running;
      this.#reads[this.#readCount++] = read;
    }
  }

  change(): number {
    if (!this.isRecording && this.#computations > 0) {
      throw new Error("An input has changed, but what was read of it was not recorded.");
    }
    return ++this.revision;
  }

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

  settleLater(result: Settled): void {
    this.#unsettled.add(result);
  }

  get isUnsettled(): boolean {
    return this.#unsettled.size > 0 && !this.#isSettling;
  }

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

  noteFindings(result: Findings): void {
    this.#withFindings.add(result);
  }

  forgetFindings(result: Findings): void {
    this.#withFindings.delete(result);
  }

  /** All that was found in a result, which is kept in use, and in what it depends on, in the order of the queries. */
  findings(root: Findings & { keep(): void }): Finding[] {
    root.keep();
    return [...this.#withFindings].sort((a, b) => a.order - b.order).flatMap((result) => result.findings);
  }
}

const none: readonly Finding[] = [];
const noReads: readonly Dependency[] = [];

/** An input whose value does not matter. */
type TouchableInput = Dependency & Pick<Input<never>, "touch">;

/** How often results are computed: for one version of the inputs, or again after each change. */
export type Runs = "once" | "again and again";
