/** The options for calls with idempotency keys. Such a call is performed only once. */
export interface IdempotencyOptions<Context> {
  readonly store: IdempotencyStore;
  /** How long replies are stored, in milliseconds; a day by default. */
  readonly ttlMs?: number | undefined;
  /**
   * Identifies the caller, for example by the id of an account; not by a token, which changes when it is refreshed. Other
   * callers never get the reply, and can use the same key. In calls without authentication, keys are ignored.
   */
  readonly caller: (context: Context) => string;
}

/** Stores the replies to calls with idempotency keys. */
export interface IdempotencyStore {
  /**
   * Returns the stored reply of a call, or runs the call and stores the reply before returning it. If the run rejects, nothing
   * is stored, and `once` rejects with the same error. If the same call is already running, `once` waits for the reply, and
   * returns `running` if that takes too long. A store in a database runs the call in a transaction, so that the effect and the
   * reply are either both stored or neither; if it retries the transaction, it may run the call again.
   */
  once(call: KeyedCall, run: () => Promise<StoredReply>): Promise<OnceOutcome>;
}

/** A call, identified by its caller, route and key together. */
export interface KeyedCall {
  readonly caller: string;
  /** The path of the route. */
  readonly route: string;
  readonly key: string;
  /** How long the reply is stored, in milliseconds. */
  readonly ttlMs: number;
}

/** A reply as plain data: a result, or a route error. */
export interface StoredReply {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  /** The path of a route error; null for results. */
  readonly errorPath: string | null;
  /** A hash of the argument, which detects that a key is reused with another argument. */
  readonly fingerprint: string;
  /** A hash of the content of an upload; null for other calls. */
  readonly contentFingerprint: string | null;
}

export type OnceOutcome = "running" | { readonly reply: StoredReply; readonly isReplayed: boolean };
