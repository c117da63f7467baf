import { joinChunks } from "../text/bytes.js";
import type { ByteSource } from "./content.js";
import { badRequest } from "./refusal.js";

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

/** Collects the body of a request, up to a limit in bytes. */
export class BodyText {
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a chunk. Returns false and discards all chunks if the body exceeds the limit. */
  add(chunk: Uint8Array): boolean {
    this.#length += chunk.byteLength;
    const fits = this.#length <= this.#limit;
    if (fits) {
      this.#chunks.push(chunk);
    } else {
      this.#chunks.length = 0;
    }
    return fits;
  }

  /** Decodes all chunks. Throws a `Refusal` if they are not UTF-8. */
  text(): string {
    try {
      return (utf8Decoder ??= new TextDecoder("utf-8", { fatal: true })).decode(this.#bytes());
    } catch {
      throw badRequest("The request body is not UTF-8");
    }
  }

  #bytes(): Uint8Array {
    const [first, ...others] = this.#chunks;
    return first !== undefined && others.length === 0 ? first : joinChunks(this.#chunks);
  }
}

/** Created for the first body, as jsdom has no TextDecoder when a Twin is loaded. */
let utf8Decoder: { decode(bytes: Uint8Array): string } | undefined;

/** The parts of a URL that a server needs. */
export interface ServerUrl {
  /** Everything before the query, as it was sent, without decoding. */
  readonly path: string;
  /** Everything between the question mark and the fragment; empty if there is nothing. */
  readonly query: string;
}

/** Splits a URL, which a proxy may have sent in absolute form (RFC 9112, section 3.2.2). */
export function splitUrl(url: string): ServerUrl {
  if (/^\/[^?#]*$/.test(url)) {
    return { path: url, query: "" }; // the most common case
  }
  const [, path = "", query = ""] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  return { path, query };
}

/**
 * Returns the value of a query parameter; undefined if it is missing. Throws an Error if it is repeated, or if it is not
 * percent-encoded UTF-8.
 */
export function queryParameter(query: string, name: string): string | undefined {
  if (query === "") {
    return undefined;
  }
  const values = query.split("&").filter((pair) => pair === name || pair.startsWith(`${name}=`));
  if (values.length > 1) {
    throw new Error("occurs more than once");
  }
  try {
    return values[0] && decodeURIComponent(values[0].slice(name.length + 1).replaceAll("+", " "));
  } catch {
    throw new Error("is not UTF-8 in percent-encoding");
  }
}
