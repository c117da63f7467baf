import { errorPath, pathSummary } from "../routes/error-summary.js";
import { stringifyJson } from "../text/json.js";
import { jsonReply, textReply, withHeaders } from "../server/reply.js";
import { accessDenied, rateLimited, Refusal, unauthorized, type UserMessage } from "../server/refusal.js";
import type { ByteSource } from "../server/content.js";
import type { Outcome } from "./outcome.js";

/** Returns the response for a planned status. */
export function statusRefusal(status: number, outcome: Outcome, requestId: () => string): Refusal {
  const { retryAfter, reason } = outcome;
  switch (status) {
    case 401:
      return unauthorized(reason ?? "expired_access_token");
    case 403:
      return accessDenied(reason ?? "other");
    case 429:
      return rateLimited(retryAfter ?? 1, reason ?? "too_many_requests");
    default: {
      const text = reason ?? `Planned status ${status}`;
      const id = status < 500 ? undefined : requestId();
      const reply = textReply(status, text);
      return new Refusal(
        text,
        withHeaders(reply, {
          ...(id !== undefined && { "X-Request-Id": id }),
          ...(retryAfter !== undefined && { "Retry-After": String(Math.ceil(retryAfter)) }),
        }),
      );
    }
  }
}

/** A route error that is given as JSON and sent unchanged: `routeError` needs a decoded value, with defaults filled in. */
export class PathRefusal extends Refusal {
  override readonly errorPath: string;

  constructor(error: unknown, message?: UserMessage) {
    const path = errorPath(error);
    super(path, (random) => {
      const body = { error_summary: pathSummary(path, random), error, user_message: message };
      return jsonReply(409, stringifyJson(body));
    });
    this.errorPath = path;
  }
}

/** Thrown to break the connection, as a plan requires. */
export class Disconnected extends Error {
  constructor() {
    super("The Twin has closed the connection, as planned");
  }
}

/** Returns a body that breaks the connection after `bytes` bytes, or at the end of a shorter body. */
export function brokenBody(body: string | ByteSource, bytes: number): ByteSource {
  const source = typeof body === "string" ? onlyBytes(new TextEncoder().encode(body)) : body;
  let left = bytes;
  return {
    async next() {
      const piece = left > 0 ? await source.next() : undefined;
      if (piece === undefined) {
        throw new Disconnected();
      }
      const kept = piece.subarray(0, left);
      left -= kept.byteLength;
      return kept;
    },
    cancel: (reason) => source.cancel(reason),
  };
}

function onlyBytes(bytes: Uint8Array): ByteSource {
  const pieces = [bytes];
  return { next: () => Promise.resolve(pieces.pop()), cancel: () => Promise.resolve() };
}

/** Waits for a time, or until the signal is aborted. For 0, it starts no timer, so that tests with fake timers do not hang. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
