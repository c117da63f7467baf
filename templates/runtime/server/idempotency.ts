import type { RouteInfo } from "../routes/route.js";
import { hexadecimal, utf8 } from "../text/bytes.js";
import { stringifyJson } from "../text/json.js";
import type { RunningRequest } from "./handler-request.js";
import type { ContentHash } from "./received-content.js";
import { badCall, Refusal } from "./refusal.js";
import { jsonReply, textReply, withHeaders, type ServerReply } from "./reply.js";
import type { ServerRequest } from "./request.js";
import { withTimeout } from "./time-limit.js";

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

/** The longest key that is accepted, in characters: a UUID has 36. */
const longestKey = 255;

/** A call that is to be performed only once. */
interface PerformedCall extends KeyedCall {
  /** The data that must be equal in all calls that have the same key, as JSON. */
  readonly meaning: unknown;
  readonly isUpload: boolean;
  /** Performs the call. Resolves for results and route errors; rejects with other errors, which are not stored. */
  readonly perform: () => Promise<Pick<StoredReply, "status" | "body" | "errorPath">>;
}

/**
 * Returns the idempotency key of a call; undefined if there is none. The header contains the key as it is or, as in an IETF
 * draft, in quotes. Throws a {@link Refusal} for a string that cannot be a key.
 */
export function idempotencyKey(route: RouteInfo, request: Pick<ServerRequest, "header">): string | undefined {
  const name = route.idempotencyHeader;
  const text = name === undefined ? undefined : request.header(name.toLowerCase());
  const key = text === undefined ? undefined : (/^"([^"\\]*)"$/.exec(text)?.[1] ?? text);
  if (key !== undefined && (key === "" || key.length > longestKey)) {
    throw badCall(route, `header ${name}: expected 1 to ${longestKey} characters, found ${key.length}`);
  }
  return key;
}

/**
 * Performs a call, or returns the reply to an earlier call that had the same key. Throws a {@link Refusal} if the arguments
 * differ, or if the earlier call is still running.
 */
export async function performOnce(
  store: IdempotencyStore,
  route: RouteInfo,
  { meaning, isUpload, perform, ...call }: PerformedCall,
  request: RunningRequest,
): Promise<ServerReply & { readonly errorPath: string | null }> {
  const fingerprint = await hashOf(stringifyJson(meaning));
  const outcome = await store.once(call, async () => {
    const hash = isUpload ? request.hashContent() : undefined;
    const reply = await perform();
    const contentFingerprint = hash === undefined ? null : await wholeHash(request, hash);
    return { ...reply, fingerprint, contentFingerprint };
  });
  if (outcome === "running") {
    const message = "A call with the same idempotency key is still running";
    throw new Refusal(message, withHeaders(textReply(503, message), { "Retry-After": "1" }));
  }
  const { reply, isReplayed } = outcome;
  if (isReplayed) {
    const isSame =
      reply.fingerprint === fingerprint &&
      (reply.contentFingerprint === null ||
        reply.contentFingerprint === (await wholeHash(request, request.hashContent())));
    if (!isSame) {
      throw badCall(route, "the idempotency key was used with another argument");
    }
  }
  const sent = jsonReply(reply.status, reply.body);
  return { ...(isReplayed ? withHeaders(sent, { "Idempotent-Replayed": "true" }) : sent), errorPath: reply.errorPath };
}

/** Reads the rest of the content and returns the hash of the whole content; null if it was cancelled or is incomplete. */
async function wholeHash(request: RunningRequest, hash: ContentHash): Promise<string | null> {
  try {
    const pieces = request.content[Symbol.asyncIterator]();
    while ((await pieces.next()).done !== true); // only the hash is needed
    return await hash.end();
  } catch {
    return null;
  }
}

async function hashOf(text: string): Promise<string> {
  return hexadecimal(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text))));
}

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
