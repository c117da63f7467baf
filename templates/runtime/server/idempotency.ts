/** How calls with idempotency keys are performed once. */
export interface IdempotencyOptions<Context> {
  readonly store: IdempotencyStore;
  /** How long replies are kept, in milliseconds; a day by default. */
  readonly ttlMs?: number | undefined;
  /**
   * Who calls: the id of an account, for example. Not a token, which changes when it is refreshed. Another caller never gets the
   * reply, and can use the same key. Routes without authentication have no keys.
   */
  readonly caller: (context: Context) => string;
}

/** Remembers the replies to calls with idempotency keys. */
export interface IdempotencyStore {
  /**
   * Returns the reply that is stored for a call, or runs it and stores its reply before returning it. If the run rejects,
   * nothing is stored, and this rejects with its error. While another run of the same call is going on, this waits for its reply;
   * `running` if that takes too long. A database runs the call in its transaction, so that either the effect and the reply are
   * stored or neither is; if it retries the transaction, it may run the call again.
   */
  once(call: KeyedCall, run: () => Promise<StoredReply>): Promise<OnceOutcome>;
}

/** What identifies a call: nothing but all of the three together. */
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
  /** Distinguishes calls with another argument. */
  readonly fingerprint: string;
  /** The same for the content of uploads; null for other calls. */
  readonly contentFingerprint: string | null;
}

export type OnceOutcome = "running" | { readonly reply: StoredReply; readonly isReplayed: boolean };
