import { badRequest, Refusal } from "./refusal.js";
import { textReply } from "./server-reply.js";

/** A request as the core of a server sees it, whatever platform it came through. */
export interface ServerRequest {
  readonly method: string;
  /** The URL, with or without scheme and host. */
  readonly url: string;
  /** The value of a header, the name of which is given in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The body. Rejects with a {@link Refusal} if it has more bytes than `limit`, is not UTF-8 or does not arrive whole. */
  readonly text: (limit: number) => Promise<string>;
}

/** Collects the body of a request up to a limit in bytes. */
export class BodyText {
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether this was not too much. What is too much is not kept. */
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

  /** All that was added. Throws a {@link Refusal} if it is not UTF-8. */
  text(): string {
    try {
      return utf8.decode(this.#bytes());
    } catch {
      throw badRequest("The request body is not UTF-8");
    }
  }

  #bytes(): Uint8Array {
    const [first] = this.#chunks;
    if (first !== undefined && this.#chunks.length === 1) {
      return first;
    }
    const bytes = new Uint8Array(this.#length);
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.byteLength;
    }
    return bytes;
  }
}

const utf8 = /*#__PURE__*/ new TextDecoder("utf-8", { fatal: true });

/** The answer to a body that is larger than `limit` bytes (status 413). */
export function bodyTooLarge(limit: number): Refusal {
  const message = `The request body is larger than ${limit} bytes`;
  return new Refusal(message, textReply(413, message));
}

/** The answer to a body that ends too early: mostly nobody is left to read it. */
export function bodyIncomplete(): Refusal {
  return badRequest("The request body did not arrive whole");
}
