import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";

/** The number of bytes that contain a whole line, wherever they start: lines have a hash, a count and an end of line. */
const enough = 128;

/**
 * Returns whether a password is in a list of breached passwords: a file with SHA-1 hashes in ascending order, one at the start of
 * each line, in upper case, as the downloader of Have I Been Pwned writes it. Reads a few dozen lines, however long the file is.
 */
export async function isBreached(password: string, list: string): Promise<boolean> {
  const wanted = createHash("sha1").update(password).digest("hex").toUpperCase();
  const file = await open(list);
  try {
    // If the hash is in the file, its line starts at `low` or later, and before `high`.
    let [low, high] = [0, (await file.stat()).size];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const line = await findLine(file, middle);
      if (line?.hash === wanted) {
        return true;
      }
      if (line !== undefined && line.hash < wanted) {
        low = line.start + 1;
      } else {
        high = middle;
      }
    }
    return false;
  } finally {
    await file.close();
  }
}

/** Returns the first line that starts at a position or later; undefined if there is none. */
async function findLine(
  file: FileHandle,
  position: number,
): Promise<{ readonly start: number; readonly hash: string } | undefined> {
  const from = Math.max(0, position - 1); // a line starts at the position if the end of another one is before it
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(enough), position: from });
  const text = buffer.toString("latin1", 0, bytesRead);
  const skipped = position === 0 ? 0 : text.indexOf("\n") + 1;
  const hash = text.slice(skipped, skipped + 40);
  return hash.length === 40 && (position === 0 || skipped > 0) ? { start: from + skipped, hash } : undefined;
}
