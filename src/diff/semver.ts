import type { Finding, Rule, Semver } from "./report.js";

/**
 * Returns the required version increment of the generated package (CMP-110). While the version starts with `0.`, major
 * changes increment the minor version, and minor changes the patch version.
 */
export function suggestVersion(findings: readonly Finding[], version = "1.0.0"): Semver {
  const greatest = greatestOf(findings);
  return version.startsWith("0.") ? beforeFirst[greatest] : greatest;
}

const beforeFirst: Readonly<Record<Semver, Semver>> = { major: "minor", minor: "patch", patch: "patch", none: "none" };

function greatestOf(findings: readonly Finding[]): Semver {
  if (findings.some(({ severity, verdict }) => isWire(severity) || verdict.caller === "breaks")) {
    return "major";
  }
  if (findings.some(({ rule, verdict }) => !smallRules.has(rule) || verdict.server !== "ok")) {
    return "minor";
  }
  return findings.length > 0 ? "patch" : "none";
}

/** Changes of documentation, examples, annotations and attributes. */
const smallRules: ReadonlySet<Rule> = new Set<Rule>([
  "doc-changed",
  "example-changed",
  "annotation-changed",
  "redaction-changed",
  "preview-changed",
  "field-undeprecated",
  "omitted-caller-changed",
  "attribute-changed",
  "route-undeprecated",
  "route-successor-changed",
]);

function isWire(severity: Finding["severity"]): boolean {
  return severity === "breaking" || severity === "altering";
}
