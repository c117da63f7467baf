import type { ByteSource } from "./byte-source.js";
import { hexadecimal } from "../text/bytes.js";

const blockSize = 64 * 1024;
const hashSize = 32;

/**
 * A hash of content that is read chunk by chunk. Platforms can only hash bytes in memory, so each block is hashed with
 * SHA-256 together with the hash of the previous blocks.
 */
export class ContentHash {
  /** The hash of the previous blocks, then the bytes of the next block. */
  readonly #block = new Uint8Array(hashSize + blockSize);
  #length = 0;
  #isWhole = false;

  /** Wraps a source so that its bytes are hashed as they are read. */
  of(source: ByteSource): ByteSource {
    return {
      next: async (isSpent) => {
        const piece = await source.next(isSpent);
        if (piece === undefined) {
          this.#isWhole = true;
        } else {
          await this.#add(piece);
        }
        return piece;
      },
      cancel: (reason) => source.cancel(reason),
    };
  }

  /** Returns the hash; null if the content was not read to its end. */
  async end(): Promise<string | null> {
    await this.#next();
    const hash = this.#block.subarray(0, hashSize);
    return this.#isWhole ? hexadecimal(hash) : null;
  }

  async #add(piece: Uint8Array): Promise<void> {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + blockSize - this.#length);
      this.#block.set(part, hashSize + this.#length);
      this.#length += part.length;
      at += part.length;
      if (this.#length === blockSize) {
        await this.#next();
      }
    }
  }

  async #next(): Promise<void> {
    const digest = await crypto.subtle.digest("SHA-256", this.#block.subarray(0, hashSize + this.#length));
    this.#block.set(new Uint8Array(digest));
    this.#length = 0;
  }
}
