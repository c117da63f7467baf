import type { Finding } from "../../text/diagnostics/diagnostic.js";

/** The findings of a single result, without those of its dependencies. */
export interface Findings {
  /** The number of the query that the result belongs to. */
  readonly order: number;
  readonly findings: readonly Finding[];
}

/**
 * Returns findings sorted by query, then by the first message of their result, because the order in which results are
 * computed depends on earlier edits.
 */
export function inOrder(all: Iterable<Findings>): Finding[] {
  return [...all].sort(compareFindings).flatMap(({ findings }) => findings);
}

function compareFindings(a: Findings, b: Findings): number {
  const [one = "", other = ""] = [a.findings[0]?.message, b.findings[0]?.message];
  return a.order - b.order || (one < other ? -1 : one > other ? 1 : 0);
}
