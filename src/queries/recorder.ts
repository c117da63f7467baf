import type { Finding } from "../diagnostics/diagnostic.js";
import type { Dependency } from "./dependency.js";

/** What inputs and results need of the queries to which they belong. */
export interface Recorder {
  /** Whether results record what they read, because inputs will change. */
  readonly isRecording: boolean;
  /** Counts the changes of inputs. */
  readonly revision: number;
  /** Whether there are results of the whole that may have changed, and that are not being brought up to date. */
  readonly isUnsettled: boolean;

  /** Notes that the running computation reads something. */
  note(read: Dependency): void;
  /** The revision after a change of an input. */
  change(): number;
  /** Computes something and records what is read for it. */
  compute<K, Value>(compute: (key: K) => Value, key: K): Computed<Value>;
  /** Brings results of the whole up to date: earlier ones first, because later ones may depend on them. */
  settle(): void;
  /** Notes that a result of the whole may have changed. Its readers are marked only if it has, before anything else is read. */
  settleLater(result: Settled): void;
  /** Notes that a result in use has findings. */
  noteFindings(result: Findings): void;
  /** Notes that a result has no findings any more, or is not in use. */
  forgetFindings(result: Findings): void;
}

/** What comes out of a computation. */
export interface Computed<Value> {
  readonly value: Value;
  readonly findings: readonly Finding[];
  readonly reads: readonly Dependency[];
}

/** What was found in a result alone. */
export interface Findings {
  /** The number of its query. */
  readonly order: number;
  readonly findings: readonly Finding[];
}

/** A result of the whole. */
export interface Settled {
  /** The number of its query. */
  readonly order: number;
  settle(): void;
}
