import { hexadecimal } from "../text/bytes.js";

/** How the hash of some content is computed. */
export type HashAlgorithm = "dropbox" | "sha256";

/** How much is hashed at a time. Dropbox hashes the hashes of blocks of 4 MiB. */
const blockSizes: Readonly<Record<HashAlgorithm, number>> = { dropbox: 4_194_304, sha256: Infinity };

/** The hash of a block. */
interface BlockHash {
  add(bytes: Uint8Array): void;
  end(): Uint8Array | Promise<Uint8Array>;
}

/** Computes the hash of content that is read chunk by chunk. */
export class ContentHasher {
  readonly #blockSize: number;
  readonly #begin: () => BlockHash;
  #block: BlockHash;
  #length = 0;
  readonly #hashes: Uint8Array[] = [];

  /** `begin` begins the hash of a block. */
  constructor(algorithm: HashAlgorithm, begin: () => BlockHash) {
    this.#blockSize = blockSizes[algorithm];
    this.#begin = begin;
    this.#block = begin();
  }

  async add(bytes: Uint8Array): Promise<void> {
    for (let rest = bytes; rest.byteLength > 0;) {
      const part = rest.subarray(0, this.#blockSize - this.#length);
      rest = rest.subarray(part.byteLength);
      this.#block.add(part);
      this.#length += part.byteLength;
      if (this.#length === this.#blockSize) {
        await this.#endBlock();
      }
    }
  }

  /** Returns the hash as hexadecimal digits. */
  async end(): Promise<string> {
    if (this.#blockSize === Infinity) {
      return hexadecimal(await this.#block.end());
    }
    if (this.#length > 0) {
      await this.#endBlock();
    }
    this.#hashes.forEach((hash) => this.#block.add(hash));
    return hexadecimal(await this.#block.end());
  }

  async #endBlock(): Promise<void> {
    this.#hashes.push(await this.#block.end());
    this.#block = this.#begin();
    this.#length = 0;
  }
}

/**
 * Returns a hasher. Undefined if the platform cannot compute the hash: Web Crypto hashes only blocks that are in memory, and
 * `wholeSize` is undefined for content that is not.
 */
export function contentHasher(algorithm: HashAlgorithm, wholeSize?: number): ContentHasher | undefined {
  const { process, crypto } = globalThis as {
    process?: { getBuiltinModule?(name: string): unknown };
    crypto?: { readonly subtle?: WebDigests };
  };
  const node = process?.getBuiltinModule?.("node:crypto") as NodeCrypto | undefined;
  if (node !== undefined) {
    return new ContentHasher(algorithm, () => nodeHash(node));
  }
  const subtle = crypto?.subtle;
  const size = Math.min(blockSizes[algorithm], wholeSize ?? Infinity);
  return subtle === undefined || size === Infinity
    ? undefined
    : new ContentHasher(algorithm, () => webHash(subtle, size));
}

/** The part of `SubtleCrypto`, which the types of Node do not declare. */
interface WebDigests {
  digest(algorithm: "SHA-256", bytes: Uint8Array): Promise<ArrayBuffer>;
}

interface NodeCrypto {
  createHash(algorithm: "sha256"): { update(bytes: Uint8Array): void; digest(): Uint8Array };
}

function nodeHash(crypto: NodeCrypto): BlockHash {
  const hash = crypto.createHash("sha256");
  return { add: (bytes) => hash.update(bytes), end: () => hash.digest() };
}

/** Collects a block, because Web Crypto hashes only bytes that are together. */
function webHash(subtle: WebDigests, size: number): BlockHash {
  let block = new Uint8Array(size);
  let length = 0;
  return {
    add(bytes) {
      if (length + bytes.byteLength > block.byteLength) {
        const larger = new Uint8Array(length + bytes.byteLength); // the hashes of many blocks
        larger.set(block);
        block = larger;
      }
      block.set(bytes, length);
      length += bytes.byteLength;
    },
    end: async () => new Uint8Array(await subtle.digest("SHA-256", block.subarray(0, length))),
  };
}
