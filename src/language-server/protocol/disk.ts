import { readFileSync, statSync } from "node:fs";
import { failureReason } from "../../project/failure.js";
import { decodeUtf8 } from "../../project/utf8.js";

/** A specification on disk: its text, or the reason why it is left out. */
export type DiskFile = { readonly text: string } | { readonly problem: string };

const largest = 4 * 2 ** 20;

/** Reads a specification; undefined if there is no file. */
export function readDiskFile(path: string): DiskFile | undefined {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) {
      return undefined;
    }
    if (stats.size > largest) {
      return { problem: "The file is larger than 4 MB and is left out." };
    }
    const text = decodeUtf8(readFileSync(path));
    return typeof text === "string"
      ? { text }
      : { problem: `The file is not UTF-8 (see line ${text.line}, column ${text.column}) and is left out.` };
  } catch (thrown) {
    const isMissing = failureReason(thrown) === "it does not exist";
    return isMissing ? undefined : { problem: `The file cannot be read: ${failureReason(thrown)}.` };
  }
}
