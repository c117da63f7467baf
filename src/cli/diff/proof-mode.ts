import { UsageError } from "../../project/failure.js";

/** How findings are verified: not at all, with messages, or also by compiling old source with the new types. */
export type ProofMode = "none" | "messages" | "source";

/**
 * Parses the value of `--proof`, which yargs passes as `false` for `--no-proof`. Throws a UsageError if it is invalid.
 */
export function parseProofMode(value: string | boolean | readonly string[]): ProofMode {
  const last = Array.isArray(value) ? (value.at(-1) as unknown) : value;
  if (last === false) {
    return "none";
  }
  if (last === "messages" || last === "source") {
    return last;
  }
  throw new UsageError("'--proof' takes 'messages' or 'source', as in '--proof=source'.");
}
