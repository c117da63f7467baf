import { readFileSync } from "node:fs";
import type { Baseline } from "../lint/config.js";
import { failureReason, UsageError } from "./failure.js";

/** Reads a baseline. Throws a UsageError if the file is not a baseline or cannot be read. */
export function readBaseline(path: string): Baseline {
  try {
    const value = JSON.parse(readFileSync(path, "utf8")) as Partial<Baseline> | null;
    if (value?.version === 1 && typeof value.findings === "object") {
      return { version: 1, findings: value.findings };
    }
  } catch (thrown) {
    throw new UsageError(`The baseline ${path} cannot be read: ${failureReason(thrown)}.`);
  }
  throw new UsageError(`${path} is not a baseline. \`ashlar lint --write-baseline\` writes one.`);
}
