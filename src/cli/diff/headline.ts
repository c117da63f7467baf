import type { Report } from "../../diff/report.js";

/**
 * Returns a one-line summary (CMP-90): the number of changes that affect messages and of the routes that they reach, the
 * number of other changes, and the next version.
 */
export function headline({ summary, routes }: Report): string {
  const onTheWire = countChanges([
    [summary.breaking, "breaking"],
    [summary.altering, "altering"],
  ]);
  const others = countChanges([
    [summary.source, "source"],
    [summary.compatible, "compatible"],
  ]);
  const reached = routes.filter(({ request, response }) => request !== "ok" || response !== "ok").length;
  const isOne = summary.breaking + summary.altering === 1;
  const all = `${summary.routes} ${summary.routes === 1 ? "route" : "routes"}`;
  const said = [
    onTheWire === undefined
      ? "Old clients and new servers understand each other"
      : `${onTheWire} ${isOne ? "reaches" : "reach"} ${reached} of ${all}`,
    ...(others === undefined ? [] : [others]),
  ];
  // A breaking change increments the minor version only below 1.0 (CMP-110).
  const isInitial = onTheWire !== undefined && summary.semver === "minor";
  return `${said.join("; ")}. ${isInitial ? minorBelowFirst : nextVersion[summary.semver]}`;
}

const minorBelowFirst = "The next version is minor: below 1.0.0, breaking changes raise the minor version.";

function countChanges(counts: readonly (readonly [number, string])[]): string | undefined {
  const named = counts.filter(([count]) => count > 0).map(([count, kind]) => `${count} ${kind}`);
  const total = counts.reduce((sum, [count]) => sum + count, 0);
  return total === 0 ? undefined : `${named.join(" and ")} ${total === 1 ? "change" : "changes"}`;
}

const nextVersion = {
  major: "The next version is major.",
  minor: "The next version is minor.",
  patch: "The next version is a patch.",
  none: "No new version is needed.",
} as const;
