import type { Config } from "./config.js";
import { sentence, UsageError } from "./failure.js";

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
