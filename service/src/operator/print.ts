import { pipeline } from "node:stream/promises";

/** Prints chunks of text, respecting back-pressure. */
export async function print(pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  await pipeline(pieces, process.stdout, { end: false });
}
