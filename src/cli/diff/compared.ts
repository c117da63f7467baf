import type { Ignore } from "../../diff/policy.js";
import type { Report } from "../../diff/report.js";
import type { PlacedFinding } from "./place-findings.js";

import type { ProgramImpacts } from "./render-impact.js";

/** A comparison to print. */
export interface Compared {
  readonly report: Report;
  readonly findings: readonly PlacedFinding[];
  /** The exceptions that match no finding. */
  readonly unused: readonly Ignore[];
  /** The ids of previously accepted findings (`--since`) that no longer occur. */
  readonly gone: readonly string[];
  /** The names of the sides, as given. */
  readonly old: string;
  readonly now: string;
  /** The places in programs that the changes concern, if programs were given. */
  readonly programs?: ProgramImpacts | undefined;
}
