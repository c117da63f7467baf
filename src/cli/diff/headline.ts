import type { Report } from "../../diff/report.js";

/** How much has changed, in one line. */
export function headline({ summary }: Report): string {
  const counts = [
    [summary.breaking, "breaking"],
    [summary.altering, "altering"],
    [summary.source, "source"],
    [summary.compatible, "compatible"],
  ] as const;
  const named = counts.filter(([count]) => count > 0).map(([count, kind]) => `${count} ${kind}`);
  const total = counts.reduce((sum, [count]) => sum + count, 0);
  const reach = `${summary.routesReached} of ${summary.routes} ${summary.routes === 1 ? "route" : "routes"} affected`;
  return `${named.join(", ")} ${total === 1 ? "change" : "changes"}, ${reach}. Suggested version: ${summary.semver}.`;
}
