import type { ByteSource } from "./byte-source.js";

/** What a server sends back. */
export interface ServerReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes that fail must break the connection, so that the caller sees that it is not the whole. */
  readonly body: string | ByteSource;
}

/** A reply that is there as a whole. */
export interface TextReply extends ServerReply {
  readonly body: string;
}

/** A reply for people. */
export function textReply(status: number, body: string): TextReply {
  return { status, headers: { "Content-Type": "text/plain; charset=utf-8" }, body };
}

/** A reply for programs; `body` is JSON already. */
export function jsonReply(status: number, body: string): TextReply {
  return { status, headers: { "Content-Type": "application/json" }, body };
}

/** The same reply with more headers. */
export function withHeaders<Reply extends ServerReply>(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/**
 * The same reply. Throws an Error if a header would end its line: what follows could be taken for another header. Most
 * replies have no text of others in their headers, and need not come here.
 */
export function withSafeHeaders<Reply extends ServerReply>(reply: Reply): Reply {
  for (const [name, value] of Object.entries(reply.headers)) {
    if (!isHeaderSafe(value)) {
      throw new Error(`No header can carry the value for ${name}`);
    }
  }
  return reply;
}

/** Whether a text can be the value of a header: nothing in it ends the line, or is beyond what platforms accept. */
export function isHeaderSafe(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
