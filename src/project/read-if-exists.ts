import { readFile } from "node:fs/promises";
import { failureReason, UsageError } from "./failure.js";

/** Returns the text of a file; undefined if it does not exist. Throws a UsageError if it cannot be read. */
export async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && (thrown.code === "ENOENT" || thrown.code === "ENOTDIR")) {
      return undefined;
    }
    throw new UsageError(`${path} cannot be read: ${failureReason(thrown)}.`);
  }
}
