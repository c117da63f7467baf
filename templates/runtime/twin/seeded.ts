/** Generates pseudorandom numbers, which are the same for the same seed. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Returns the next number from 0, inclusive, to 1, exclusive. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    const first = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    const second = (first + Math.imul(first ^ (first >>> 7), 61 | first)) ^ first;
    return ((second ^ (second >>> 14)) >>> 0) / 2 ** 32;
  }
}

/** Returns a 32-bit hash of a string. */
export function hashText(text: string, seed: number): number {
  let hash = 2166136261 ^ seed;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  }
  return hash;
}

/** Returns a 32-bit hash of bytes. */
export function hashBytes(bytes: Uint8Array): number {
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 16777619), 2166136261) >>> 0;
}

/** Generates `size` pseudorandom bytes while they are read. */
export async function* seededBytes(size: number, seed: number): AsyncGenerator<Uint8Array, void, undefined> {
  const random = new SeededRandom(seed);
  const most = 65_536;
  for (let left = size; left > 0; left -= most) {
    const words = Uint32Array.from({ length: Math.ceil(Math.min(left, most) / 4) }, () => random.next() * 2 ** 32);
    yield new Uint8Array(words.buffer, 0, Math.min(left, most));
    await Promise.resolve(); // so that readers can cancel
  }
}
