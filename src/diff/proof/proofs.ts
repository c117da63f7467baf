import type { Finding, Proof, Report, Rule } from "../report.js";
import type { Verdict } from "../verdict.js";
import type { Counterexample } from "./counterexamples.js";

/** The report with what shows its findings. */
export function withProofs(report: Report, examples: readonly Counterexample[]): Report {
  return {
    ...report,
    findings: report.findings.map((finding) => {
      const directions = (["request", "response"] as const).filter((direction) => finding.verdict[direction] !== "ok");
      return directions.length === 0
        ? finding
        : { ...finding, proofs: directions.map((direction) => prove(finding, direction, examples)) };
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

function directionOf(part: Counterexample["part"]): Proof["direction"] {
  return part === "arg" ? "request" : "response";
}

function prove(finding: Finding, direction: Proof["direction"], examples: readonly Counterexample[]): Proof {
  const { rule, verdict, affects } = finding;
  if (affects.every(({ part }) => part === "route") || isDeclared(rule)) {
    return { direction, status: "declared" };
  }
  const outcome = verdict[direction] === "breaks" ? "refused" : "altered";
  const uses = new Set(affects.map(({ route, part }) => `${route} ${part}`));
  const candidates = examples.filter(
    (one) => directionOf(one.part) === direction && one.outcome === outcome && uses.has(`${one.route} ${one.part}`),
  );
  const atPlace = candidates.filter(({ refusal }) => refusal === undefined || isNear(finding, refusal));
  const [best] = (atPlace.length > 0 ? atPlace : candidates).toSorted((a, b) => a.json.length - b.json.length);
  if (best === undefined) {
    return { direction, status: outcome === "altered" && isLost(rule) ? "lost" : "undecided" };
  }
  const { route, part, json, refusal, readings } = best;
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

function isDeclared(rule: Rule): boolean {
  return /^(?:route|style|host|auth|permission|attribute)-/.test(rule);
}

/** Whether the reader refuses the message at the place of the finding, as far as names say. */
function isNear({ subject }: Finding, { path, message }: { path: string; message: string }): boolean {
  const member = /[^.#]*$/.exec(subject.replace(/(?:\[\]|\{\}|\{key\})+$/, ""))?.[0] ?? "";
  return path.split(/[.[\]]+/).includes(member) || message.includes(member);
}

/** Whether what alters is that something is never sent again. */
function isLost(rule: Rule): boolean {
  return /^(?:field-removed|field-omitted|tag-value-removed|result-removed|error-removed)/.test(rule);
}
