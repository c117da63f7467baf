import type { Config } from "./config.js";
import { sentence, UsageError, failureReason } from "./failure.js";
import { readFileSync } from "node:fs";
import type { Baseline } from "../lint/config.js";

/** Throws a UsageError if the configuration contains unknown lint rules or unknown options of rules. */
export async function checkLint({ lint }: Pick<Config, "lint">): Promise<void> {
  if (lint === undefined) {
    return;
  }
  const { problemsOfLint } = await import("../lint/config.js");
  const problems = problemsOfLint(lint);
  if (problems.length > 0) {
    throw new UsageError(problems.map(sentence).join("\n"));
  }
}

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
