import type { IdempotencyStore, KeyedCall, OnceOutcome, StoredReply } from "./idempotency.js";
import { withTimeout } from "./time-limit.js";

/** The options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** The maximum number of replies; 10,000 by default. Beyond it, the oldest replies are dropped. */
  readonly maxEntries?: number | undefined;
  /** How long a call waits for a running call that has the same key, in milliseconds; 10,000 by default. */
  readonly waitMs?: number | undefined;
}

/** Returns a store that keeps replies in memory, for servers with a single process. */
export function memoryStore({ maxEntries = 10_000, waitMs = 10_000 }: MemoryStoreOptions = {}): IdempotencyStore {
  return new MemoryStore(maxEntries, waitMs);
}

interface MemoryEntry {
  readonly reply: Promise<StoredReply>;
  /** When the reply expires; Infinity while the call is running. */
  ends: number;
}

class MemoryStore implements IdempotencyStore {
  readonly #maxEntries: number;
  readonly #waitMs: number;
  /** The entries, oldest first. */
  readonly #entries = new Map<string, MemoryEntry>();

  constructor(maxEntries: number, waitMs: number) {
    this.#maxEntries = maxEntries;
    this.#waitMs = waitMs;
  }

  async once(call: KeyedCall, run: () => Promise<StoredReply>): Promise<OnceOutcome> {
    const id = JSON.stringify([call.caller, call.route, call.key]);
    const deadline = Date.now() + this.#waitMs;
    for (;;) {
      const known = this.#entries.get(id);
      if (known === undefined || known.ends <= Date.now()) {
        return { reply: await this.#run(id, call, run), isReplayed: false };
      }
      const reply = await replyOf(known, deadline - Date.now());
      if (reply !== "failed") {
        return reply === "running" ? reply : { reply, isReplayed: true };
      }
      // The other run has failed and is no longer stored, so this loop tries to run the call itself.
    }
  }

  async #run(id: string, { ttlMs }: KeyedCall, run: () => Promise<StoredReply>): Promise<StoredReply> {
    const entry: MemoryEntry = { reply: run(), ends: Infinity };
    this.#entries.delete(id); // so that the new entry is the last
    this.#entries.set(id, entry);
    try {
      const reply = await entry.reply;
      entry.ends = Date.now() + ttlMs;
      this.#forgetOldest();
      return reply;
    } catch (thrown) {
      this.#entries.delete(id);
      throw thrown;
    }
  }

  #forgetOldest(): void {
    for (const [id, { ends }] of this.#entries) {
      if (this.#entries.size <= this.#maxEntries) {
        return;
      }
      if (ends !== Infinity) {
        this.#entries.delete(id);
      }
    }
  }
}

async function replyOf({ reply }: MemoryEntry, milliseconds: number): Promise<StoredReply | "running" | "failed"> {
  const late = new Error("late");
  try {
    return await withTimeout(reply, Math.max(0, milliseconds), () => late);
  } catch (thrown) {
    return thrown === late ? "running" : "failed";
  }
}
