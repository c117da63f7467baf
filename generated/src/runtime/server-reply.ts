/** What a server sends back. */
export interface ServerReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A reply for people. */
export function textReply(status: number, body: string): ServerReply {
  return { status, headers: { "Content-Type": "text/plain; charset=utf-8" }, body };
}

/** A reply for programs; `body` is JSON already. */
export function jsonReply(status: number, body: string): ServerReply {
  return { status, headers: { "Content-Type": "application/json" }, body };
}
