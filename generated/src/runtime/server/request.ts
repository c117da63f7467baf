import type { ByteSource } from "./byte-source.js";

/** A request as the core of a server sees it, whatever platform it came through. */
export interface ServerRequest {
  readonly method: string;
  /** The URL, with or without scheme and host. */
  readonly url: string;
  /** The value of a header, the name of which is given in lower case. Where it was sent twice, with a comma between. */
  header(name: string): string | undefined;
  /**
   * The whole body, without a promise if it is there. Throws a `Refusal` or rejects with it if it has more bytes than
   * `limit`, is not UTF-8, does not arrive whole or takes longer than that many milliseconds.
   */
  text(limit: number, milliseconds: number): string | Promise<string>;
  /** The body as it comes in, read no faster than it is asked for. Fails if it does not arrive whole. */
  content(): ByteSource;
  /** Calls the listener if the caller goes away before the whole reply is sent. */
  onGone(listener: () => void): void;
}
