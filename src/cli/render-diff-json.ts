import type { Report } from "../diff/report.js";
import type { Place } from "./locate.js";
import type { PlacedFinding } from "./run-diff.js";

/** The comparison for other tools, as one JSON object. */
export function renderDiffJson(report: Report, findings: readonly PlacedFinding[], old: string, now: string): string {
  const { ashlarDiff, summary, routes } = report;
  const document = {
    ashlarDiff,
    old,
    new: now,
    summary: { ...summary, ignored: 0, fails: findings.some(({ fails }) => fails) },
    findings: findings.map((finding) => ({ ...finding, old: at(finding.old), new: at(finding.new) })),
    routes,
    unusedIgnores: [],
  };
  return JSON.stringify(
    document,
    (_, value: unknown) => (typeof value === "bigint" ? rawNumber(value) : value),
    2,
  ).replace(/"\\u0000(-?\d+)"/g, "$1");
}

/** Bigints are printed as numbers, with all digits. */
function rawNumber(value: bigint): string {
  return `\u0000${value}`;
}

function at(place: Place | null): Omit<Place, "text"> | null {
  return place && { file: place.file, line: place.line, column: place.column };
}
