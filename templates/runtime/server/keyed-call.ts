import { badCall } from "./bad-call.js";
import type { ContentHash } from "./content-hash.js";
import type { RunningRequest } from "./handler-request.js";
import type { KeyedCall, IdempotencyStore, StoredReply } from "./idempotency.js";
import { Refusal } from "./refusal.js";
import { jsonReply, textReply, withHeaders, type ServerReply } from "./reply.js";
import type { ServerRequest } from "./request.js";
import type { RouteInfo } from "../routes/route.js";
import { hexadecimal } from "../text/bytes.js";
import { stringifyJson } from "../text/json.js";
import { utf8 } from "../text/utf8.js";

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
