import { Naming, type ConfiguredNames } from "../generator/facts/naming.js";
import type { Api } from "../ir/api.js";
import type { AttributeMeanings } from "./attributes.js";
import { collectUses } from "./collect.js";
import { isInNamespace, keepRoutes } from "./filter-routes.js";
import type { Report, Finding, Rule, Semver } from "./report.js";
import { isEffect, type Severity } from "./verdict.js";

export interface DiffOptions {
  /** Whether findings also state the effects if clients are updated before servers. */
  readonly bothWays?: boolean;
  /** The names of the route attributes that define how a route is called; those of the preset `service` by default. */
  readonly attributes?: Partial<Pick<AttributeMeanings, "style" | "host" | "auth" | "permission">>;
  /** The names of attributes whose values callers must satisfy, such as a permission. */
  readonly requiredAttributes?: readonly string[];
  /**
   * Name of a type that is sent outside of routes, in which `*` matches any characters, to its direction. A server sends a
   * `response`, such as a webhook's body.
   */
  readonly messages?: Readonly<Record<string, "request" | "response" | "both">>;
  /** The names that generated packages use in place of derived names. */
  readonly names?: ConfiguredNames;
  /** The version of the package; if it starts with `0.`, minor versions may break. */
  readonly version?: string;
  /**
   * The routes (`files/copy`, `files/copy:2`) and namespaces (`files`) to which the report is limited; `*` matches any
   * characters.
   */
  readonly only?: readonly string[];
}

/** Returns the changes from one API to the other, and the consequences for callers and servers. */
export function diff(before: Api, after: Api, options: DiffOptions = {}): Report {
  const { only } = options;
  const meanings = meaningsOf(options);
  const naming = new Naming(options.names);
  const [old, now] = [keepRoutes(before, only), keepRoutes(after, only)];
  const uses = collectUses(old, now, meanings, naming, options.messages);
  const back = options.bothWays === true ? collectUses(now, old, meanings, naming, options.messages) : undefined;
  const findings = uses
    .findings(back?.verdicts)
    .filter(({ subject, affects }) => only === undefined || affects.length > 0 || isInNamespace(subject, only));
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  const routes = [...uses.routes].filter(([, verdict]) => isEffect(verdict));
  return {
    ashlarDiff: 1,
    summary: {
      breaking: count("breaking"),
      altering: count("altering"),
      source: count("source"),
      compatible: count("compatible"),
      semver: suggestVersion(findings, options.version),
      routes: old.namespaces.flatMap(({ routes }) => routes).length,
      routesReached: routes.length,
    },
    findings,
    routes: routes.sort(([a], [b]) => (a < b ? -1 : 1)).map(([route, verdict]) => ({ route, ...verdict })),
  };
}

function meaningsOf({ attributes, requiredAttributes = [] }: DiffOptions): AttributeMeanings {
  return {
    style: attributes?.style ?? "style",
    host: attributes?.host ?? "host",
    auth: attributes?.auth ?? "auth",
    permission: attributes?.permission ?? "permission",
    required: new Set(requiredAttributes),
  };
}

/**
 * Returns the required version increment of the generated package. While the version starts with `0.`, major
 * changes increment the minor version, and minor changes the patch version.
 */
function suggestVersion(findings: readonly Finding[], version = "1.0.0"): Semver {
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
