import type { RouteInfo } from "../routes/route.js";

/** A request that is about to be sent for a call. */
export interface AttemptStart {
  /** Counts from 1. */
  readonly number: number;
  readonly url: string;
  /** The headers of this attempt. Headers that are set here are sent with this attempt only. */
  readonly headers: Headers;
}

/** A request of a call, which may still be under way. Times are milliseconds since 1970. */
export interface Attempt {
  /** Counts from 1. Downloads that resume have further attempts. */
  readonly number: number;
  readonly url: string;
  /** The status of the response, as soon as there is one. */
  readonly status?: number;
  /** Why the attempt failed. A new token or a further attempt may still make the call succeed. */
  readonly error?: unknown;
  /** The pause before the next attempt, if there is one. */
  readonly retryAfterMs?: number;
  readonly startedAt: number;
  readonly endedAt?: number;
}

/**
 * Records the attempts of a request for the functions around its call. A change with headers starts an attempt, one with
 * `endedAt` ends it.
 */
export type AttemptWatch = (change: Partial<Attempt>, headers?: Headers) => void;

/** A larger operation that consists of several calls. */
export interface ParentOperation {
  readonly kind: "pages" | "waitFor" | "uploadSession" | "changes";
  /** Identifies the operation: all its calls have this id, and no other operation of this process has it. */
  readonly id: string;
  /** Resolves at the end of the operation; undefined if the caller ends it by reading no further. */
  readonly ended: Promise<void> | undefined;
}

/** A call of a route, in the form that functions around it receive. */
export interface AroundCall {
  readonly route: RouteInfo;
  /** The argument that the caller passed; undefined if the route has none. */
  readonly arg: unknown;
  /** Computes the argument with redacted values; undefined without an argument. Throws an `EncodeError` if it does not match its type. */
  readonly redactedArg: () => unknown;
  readonly signal: AbortSignal | undefined;
  /** The requests so far, the last of which may be under way. The list is updated as the call proceeds. */
  readonly attempts: readonly Attempt[];
  readonly parent: ParentOperation | undefined;
  /**
   * Registers `start`, which is called before each request. If it returns a function, that function is called when the attempt
   * has ended.
   */
  // oxlint-disable-next-line typescript/no-invalid-void-type -- it may return nothing
  readonly onAttempt: (start: (attempt: AttemptStart) => ((attempt: Attempt) => void) | void) => void;
}

/**
 * Runs around each call: from the validation of its argument through all attempts to the decoding of the response.
 * `next` performs the call and must be called once. It returns the result or rejects, exactly as the caller sees it,
 * whatever this function returns. If this function throws, the call rejects with its error.
 */
export type Around = (call: AroundCall, next: () => Promise<unknown>) => unknown;
