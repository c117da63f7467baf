import { pipeline } from "node:stream/promises";

/** Prints pieces of text, no faster than they are read. */
export async function print(pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  await pipeline(pieces, process.stdout, { end: false });
}
