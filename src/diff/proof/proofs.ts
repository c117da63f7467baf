import type { Finding, Proof, Report, Rule } from "../report.js";
import type { Verdict } from "../verdict.js";
import type { Counterexample } from "./judge.js";
import { directionOf, shortest, type Direction, type WitnessSearch } from "./witnesses.js";

/** The report with what shows its findings: a message of their own, or else one of `examples` in the same part. */
export function withProofs(report: Report, search: WitnessSearch, examples: readonly Counterexample[]): Report {
  return {
    ...report,
    findings: report.findings.map((finding) => {
      const directions = (["request", "response"] as const).filter((direction) => finding.verdict[direction] !== "ok");
      return directions.length === 0
        ? finding
        : { ...finding, proofs: directions.map((direction) => prove(finding, direction, search, examples)) };
    }),
  };
}

/** The messages that contradict the rules: they are not understood where the verdict of the route says that they are. */
export function findContradictions(report: Report, examples: readonly Counterexample[]): readonly Counterexample[] {
  const verdicts = new Map<string, Verdict>(report.routes.map((route) => [route.route, route]));
  return examples.filter(({ route, part, outcome }) => {
    const verdict = verdicts.get(route)?.[directionOf(part)] ?? "ok";
    return outcome === "refused" ? verdict !== "breaks" : verdict === "ok";
  });
}

function prove(
  finding: Finding,
  direction: Direction,
  search: WitnessSearch,
  examples: readonly Counterexample[],
): Proof {
  const { rule, verdict, affects } = finding;
  if (affects.every(({ part }) => part === "route") || isDeclared(rule)) {
    return { direction, status: "declared" };
  }
  if (verdict[direction] === "alters" && isLost(rule)) {
    return { direction, status: "lost" };
  }
  const witness = search.find(finding, direction);
  if (witness === "uninhabited") {
    return { direction, status: "uninhabited" };
  }
  const shown = witness ?? findElsewhere(finding, direction, examples);
  if (shown === undefined) {
    return { direction, status: "undecided" };
  }
  const { route, part, json, refusal, readings } = shown;
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

/** The shortest message with the same effect on a part that the finding is about. */
function findElsewhere(
  { verdict, affects }: Finding,
  direction: Direction,
  examples: readonly Counterexample[],
): Counterexample | undefined {
  const outcome = verdict[direction] === "breaks" ? "refused" : "altered";
  const uses = new Set(affects.map(({ route, part }) => `${route} ${part}`));
  return shortest(
    examples.filter(({ route, part, outcome: one }) => {
      return directionOf(part) === direction && one === outcome && uses.has(`${route} ${part}`);
    }),
  );
}

function isDeclared(rule: Rule): boolean {
  return /^(?:route|style|host|auth|permission|attribute)-/.test(rule);
}

/** Whether what alters is that something is never sent again. */
function isLost(rule: Rule): boolean {
  return /^(?:field-removed|field-omitted|tag-value-removed|result-removed|error-removed)/.test(rule);
}
