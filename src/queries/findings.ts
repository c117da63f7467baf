import type { Finding } from "../diagnostics/diagnostic.js";

/** What was found in a result alone. */
export interface Findings {
  /** The number of its query. */
  readonly order: number;
  readonly findings: readonly Finding[];
}

/** Sorted by query, and within a query by message: the order in which results are computed depends on earlier edits. */
export function inOrder(all: Iterable<Findings>): Finding[] {
  return [...all].sort(compareFindings).flatMap(({ findings }) => findings);
}

function compareFindings(a: Findings, b: Findings): number {
  const [one = "", other = ""] = [a.findings[0]?.message, b.findings[0]?.message];
  return a.order - b.order || (one < other ? -1 : one > other ? 1 : 0);
}
