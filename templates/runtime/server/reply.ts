import type { ByteSource } from "./content.js";

/** The response of a server. */
export interface ServerReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body. If reading the bytes fails, the connection must be closed, so that the caller notices that the content is
   * incomplete.
   */
  readonly body: string | ByteSource;
}

/** A reply whose body is a string. */
export interface TextReply extends ServerReply {
  readonly body: string;
}

/** Returns a reply with plain text. */
export function textReply(status: number, body: string): TextReply {
  return { status, headers: { "Content-Type": "text/plain; charset=utf-8" }, body };
}

/** Returns a reply with JSON text. */
export function jsonReply(status: number, body: string): TextReply {
  return { status, headers: { "Content-Type": "application/json" }, body };
}

/** Returns a copy of the reply that has additional headers. */
export function withHeaders<Reply extends ServerReply>(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  // Not spreads, which create objects whose properties are slow to read.
  return Object.assign({}, reply, { headers: Object.assign({}, reply.headers, headers) });
}

/**
 * Returns the reply unchanged. Throws an Error if the value of a header is invalid: a line break would start another header. Only
 * needed for replies whose headers contain text from callers or handlers.
 */
export function withSafeHeaders<Reply extends ServerReply>(reply: Reply): Reply {
  for (const [name, value] of Object.entries(reply.headers)) {
    if (!isHeaderSafe(value)) {
      throw new Error(`The value of the header ${name} is invalid`);
    }
  }
  return reply;
}

/** Returns whether a string can be the value of a header: it must not contain line breaks or characters that platforms reject. */
export function isHeaderSafe(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
