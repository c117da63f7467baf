import type { Contents } from "../../contents/contents.js";
import type { StoredContent } from "../tree/save-file.js";

/** Stores the concatenation of chunks as one content, and returns it. */
export async function joinPieces(contents: Contents, pieces: readonly StoredContent[]): Promise<StoredContent> {
  const [first, ...others] = pieces.filter(({ size }) => size > 0);
  return first !== undefined && others.length === 0 ? first : contents.add(bytesOf(contents, pieces));
}

async function* bytesOf(contents: Contents, pieces: readonly StoredContent[]): AsyncIterable<Uint8Array> {
  for (const { content, size } of pieces) {
    yield* contents.read(content, 0, size - 1);
  }
}
