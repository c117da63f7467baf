/** The options for calls with idempotency keys, which are performed only once. */
export interface IdempotencyOptions<Context> {
  readonly store: IdempotencyStore;
  /** How long replies are kept, in milliseconds; a day by default. */
  readonly ttlMs?: number | undefined;
  /**
   * Identifies the caller, for example by the id of an account; not by a token, which changes when it is refreshed. Other
   * callers never get the reply, and can use the same key. Calls without authentication ignore keys.
   */
  readonly caller: (context: Context) => string;
}

/** Stores the replies to calls with idempotency keys. */
export interface IdempotencyStore {
  /**
   * Returns the stored reply of a call, or runs the call and stores its reply before returning it. If the run rejects,
   * nothing is stored, and this rejects with its error. While the same call is already running, this waits for its reply, and
   * returns `running` if that takes too long. A store in a database runs the call in a transaction, so that its effect and its
   * reply are either both stored or neither; if it retries the transaction, it may run the call again.
   */
  once(call: KeyedCall, run: () => Promise<StoredReply>): Promise<OnceOutcome>;
}

/** The identity of a call: its caller, route and key together. */
export interface KeyedCall {
  readonly caller: string;
  /** The path of the route. */
  readonly route: string;
  readonly key: string;
  /** How long the reply is kept, in milliseconds. */
  readonly ttlMs: number;
}

/** A reply as plain data: a result, or a route error. */
export interface StoredReply {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  /** The path of a route error; null for results. */
  readonly errorPath: string | null;
  /** A hash of the argument, to detect that a key is reused with another argument. */
  readonly fingerprint: string;
  /** A hash of the content of an upload; null for other calls. */
  readonly contentFingerprint: string | null;
}

export type OnceOutcome = "running" | { readonly reply: StoredReply; readonly isReplayed: boolean };
