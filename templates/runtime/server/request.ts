import type { ByteSource } from "./byte-source.js";

/** A request, independent of the platform. */
export interface ServerRequest {
  readonly method: string;
  /** The URL, with or without scheme and host. */
  readonly url: string;
  /** Returns the value of a header, whose name must be in lower case. Repeated headers are joined with a comma. */
  header(name: string): string | undefined;
  /**
   * Returns the whole body, without a promise if it has already been received. Throws or rejects with a `Refusal` if it has
   * more bytes than `limit`, is not UTF-8, is incomplete or takes longer than `milliseconds`.
   */
  text(limit: number, milliseconds: number): string | Promise<string>;
  /** Returns the body as it arrives, read on demand. Reading rejects if the body is incomplete. */
  content(): ByteSource;
  /** Calls the listener if the caller disconnects before the whole reply is sent. */
  onGone(listener: () => void): void;
}
