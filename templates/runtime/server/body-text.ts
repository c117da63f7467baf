import { badRequest } from "./refusal.js";
import { joinChunks } from "../text/bytes.js";

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
