import { readFileSync, writeFileSync } from "node:fs";
import { failureReason, UsageError } from "../../project/failure.js";

/** Reads the ids of findings from a file for `--since`. Throws a UsageError if the file is invalid. */
export function readAccepted(path: string): readonly string[] {
  const ids = readJson(path);
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string")) {
    throw new UsageError(`${path} must be a JSON array of finding ids, as 'ashlar diff --update-since' writes it.`);
  }
  return ids;
}

/** Writes ids as `--update-since` does: sorted, one per line. Throws a UsageError if the file cannot be written. */
export function writeAccepted(path: string, ids: readonly string[]): void {
  try {
    writeFileSync(path, `${JSON.stringify([...ids].sort(), null, 2)}\n`);
  } catch (thrown) {
    throw new UsageError(`${path} cannot be written: ${failureReason(thrown)}.`);
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (thrown) {
    throw new UsageError(`${path} cannot be read: ${failureReason(thrown)}.`);
  }
}
