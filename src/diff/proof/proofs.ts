import { findGravest } from "../reach.js";
import type { Finding, Proof, Report, Rule } from "../report.js";
import type { Verdict } from "../verdict.js";
import type { JsonText } from "./exchange.js";
import { measureShortestExcluded } from "../excluded-values.js";
import { longest } from "./interests.js";
import type { Counterexample, FailedMessage } from "./judge.js";
import { RefusalPlace } from "./refusal-place.js";
import { directionOf, type Direction, type WitnessSearch } from "./witnesses.js";

/** Makes a message smaller. */
type Shrink = (message: FailedMessage) => Counterexample;

/**
 * Returns the report with messages that demonstrate its findings: for each, a message made for it, or else one of `failed`
 * in the same part.
 */
export function withProofs(
  report: Report,
  search: WitnessSearch,
  failed: readonly FailedMessage[],
  shrink: Shrink,
): Report {
  return {
    ...report,
    findings: report.findings.map((finding) => {
      const directions = (["request", "response"] as const).filter((direction) => finding.verdict[direction] !== "ok");
      return directions.length === 0
        ? finding
        : {
            ...finding,
            proofs: directions.map((direction) => prove(focus(finding, direction), direction, search, failed, shrink)),
          };
    }),
  };
}

/**
 * Returns the messages that contradict the rules: those that are rejected or misread although the verdict of the route is
 * `ok`, and those that are rejected although no breaking finding explains the rejection.
 */
export function findContradictions(
  { routes, findings }: Report,
  failed: readonly FailedMessage[],
  json: JsonText,
): readonly FailedMessage[] {
  const verdicts = new Map<string, Verdict>(routes.map((route) => [route.route, route]));
  return failed.filter(({ exchange: { route, part, writer, reader }, text, failure }) => {
    const direction = directionOf(part);
    const verdict = verdicts.get(route)?.[direction] ?? "ok";
    if (failure.kind !== "refused" || verdict !== "breaks") {
      return failure.kind === "refused" || verdict === "ok";
    }
    const place = new RefusalPlace([writer, reader], json.parse(text), failure);
    return !findings.some(
      (finding) =>
        finding.verdict[direction] === "breaks" &&
        finding.affects.some((use) => use.route === route && use.part === part) &&
        place.isExplainedBy(finding),
    );
  });
}

/** Returns a finding about another type as one about the gravest difference between the two types. */
function focus(finding: Finding, direction: Direction): Finding {
  const { differences = [], detail: _, ...others } = finding;
  const gravest = findGravest(differences, (difference) => difference[direction]);
  return gravest === undefined
    ? finding
    : { ...others, rule: gravest.rule, ...(gravest.detail && { detail: gravest.detail }) };
}

function prove(
  finding: Finding,
  direction: Direction,
  search: WitnessSearch,
  failed: readonly FailedMessage[],
  shrink: Shrink,
): Proof {
  const { rule, verdict, affects, detail } = finding;
  if (affects.every(({ part }) => part === "route") || isDeclared(rule)) {
    return { direction, status: "declared" };
  }
  if (verdict[direction] === "alters" && isLost(rule)) {
    return { direction, status: "lost" };
  }
  if ((measureShortestExcluded(rule, detail ?? {}, direction === "request" ? "new" : "old") ?? 0) > longest) {
    return { direction, status: "described" };
  }
  const witness = search.find(finding, direction);
  if (witness === "uninhabited") {
    return { direction, status: "uninhabited" };
  }
  const elsewhere = witness === undefined ? findElsewhere(finding, direction, failed) : undefined;
  const counterexample = witness ?? (elsewhere && shrink(elsewhere));
  if (counterexample === undefined) {
    return { direction, status: "undecided" };
  }
  const { route, part, json, refusal, readings } = counterexample;
  return {
    direction,
    status: "executed",
    route,
    part,
    json,
    ...(refusal && { refusal }),
    ...(readings && { readings }),
  };
}

/** Returns the shortest message with the same effect on a part that the finding affects. */
function findElsewhere(
  { verdict, affects }: Finding,
  direction: Direction,
  failed: readonly FailedMessage[],
): FailedMessage | undefined {
  const outcome = verdict[direction] === "breaks" ? "refused" : "altered";
  const uses = new Set(affects.map(({ route, part }) => `${route} ${part}`));
  return failed
    .filter(({ exchange: { route, part }, failure }) => {
      return directionOf(part) === direction && failure.kind === outcome && uses.has(`${route} ${part}`);
    })
    .toSorted((a, b) => a.text.length - b.text.length)[0];
}

function isDeclared(rule: Rule): boolean {
  return /^(?:route|style|host|auth|permission|attribute)-/.test(rule);
}

/** Whether the altering effect is that a removed value is no longer sent. */
function isLost(rule: Rule): boolean {
  return /^(?:field-removed|field-renamed|field-omitted|tag-value-removed|result-removed|error-removed)/.test(rule);
}
