import { impactsForJson } from "./render-impact.js";
import type { Compared } from "./compare-sides.js";
import type { Place } from "../../project/declaration-places.js";
import { printJson, type Printed } from "../../ir/print-json.js";

/** Formats a comparison for other tools, as one JSON object. */
export function renderDiffJson({ report, findings, unused, gone, old, now, programs }: Compared): string {
  const { ashlarDiff, summary, routes } = report;
  const document = {
    ashlarDiff,
    old,
    new: now,
    summary: {
      ...summary,
      ignored: findings.filter(({ ignored }) => ignored !== undefined).length,
      fails: findings.some(({ fails }) => fails),
    },
    findings: findings.map(({ nearest: _nearest, summary: _summary, ...finding }) => ({
      ...finding,
      old: at(finding.old),
      new: at(finding.new),
    })),
    routes,
    ...(programs && { impact: impactsForJson(programs) }),
    unusedIgnores: unused.map(({ rule, subject }) => `${rule} ${subject}`),
    ...(gone.length > 0 && { unusedSince: gone }),
  };
  return printJson(document as unknown as Printed, { indent: "  " });
}

function at(place: Place | null): Pick<Place, "file" | "line" | "column"> | null {
  return place && { file: place.file, line: place.line, column: place.column };
}
