import type { Ignore } from "../../diff/policy.js";
import type { Report } from "../../diff/report.js";
import type { PlacedFinding } from "./place-findings.js";

/** What is printed of a comparison. */
export interface Compared {
  readonly report: Report;
  readonly findings: readonly PlacedFinding[];
  /** The exceptions that match no finding. */
  readonly unused: readonly Ignore[];
  /** The ids of findings that were accepted before (`--since`) and no longer occur. */
  readonly gone: readonly string[];
  /** The names of the sides, as given. */
  readonly old: string;
  readonly now: string;
}
