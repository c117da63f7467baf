import { matchesPattern } from "../generator/facts/route-selection.js";
import type { ContractFinding } from "./report/report.js";
import type { AcceptedFinding } from "./settings.js";

/** Returns the findings that the configuration does not accept. Ignores entries whose `until` is before `today`. */
export function withoutAccepted(
  findings: readonly ContractFinding[],
  accepted: readonly Omit<AcceptedFinding, "why">[],
  today: Date,
): readonly ContractFinding[] {
  const valid = accepted.filter(({ until }) => until === undefined || today.toISOString().slice(0, 10) <= until);
  return findings.flatMap((finding) => {
    const entries = valid.filter((entry) => entry.finding === finding.code);
    const routes = (finding.routes ?? [finding.route]).filter(
      (name) => !entries.some(({ route = "*" }) => matchesPattern(route, name)),
    );
    const [route] = routes;
    return route === undefined ? [] : [{ ...finding, route, ...(finding.routes !== undefined && { routes }) }];
  });
}
