import { findingCodes } from "../findings/codes.js";
import type { FoundProblem } from "../findings/finding.js";
import type { Redaction } from "./redaction.js";
import { isEqual } from "../../ir/equal.js";
import type { ContractFinding, ShownCall } from "./report.js";
import { shownCall } from "./shown-call.js";

/** Returns where a subject, such as `files/copy#result` or `files.Metadata.name`, is declared. */
export type FindSource = (subject: string) => { readonly file: string; readonly line: number } | undefined;

const severities = { error: 0, warning: 1, info: 2 } as const;

/** Returns the findings of a report: one for each mistake, regardless of the number of routes on which it was seen. */
export function makeFindings(
  problems: readonly FoundProblem[],
  redaction: Redaction,
  source: FindSource,
  headers: { readonly arg: string; readonly result: string },
): readonly ContractFinding[] {
  const groups = new Map<string, FoundProblem[]>();
  for (const found of problems) {
    const key = `${found.problem.code} ${found.severity} ${found.problem.cause}`;
    groups.set(key, [...(groups.get(key) ?? []), found]);
  }
  const findings = [...groups.values()].flatMap((group): ContractFinding[] => {
    const [first] = group;
    if (first === undefined) {
      return [];
    }
    const { problem, route, severity, exchanges, repeated } = first;
    const routes = [...new Set(group.map((each) => each.route))];
    const details = group.flatMap((each) =>
      [...each.also].map((text) => (routes.length > 1 ? `${each.route}: ${text}` : text)),
    );
    const also = [...new Set(details)].slice(0, 8).map((text) => redaction.text(text));
    const isGone = exchanges.some(({ call }) => call.route.effect === "destroys");
    const seen =
      repeated.of > 0 && repeated.times === 0 && !isGone
        ? " (seen once; repeating the call did not show it again)"
        : "";
    return [
      {
        code: problem.code,
        severity,
        route,
        ...(routes.length > 1 && { routes }),
        title: `${redaction.text(problem.title)}${seen}`,
        expected: problem.expected,
        ...(also.length > 0 && { also }),
        ...(problem.subject === undefined && { isProtocol: true }),
        source: source(problem.subject ?? route) ?? source(route) ?? null,
        calls: withoutRepetitions(exchanges.map((exchange) => shownCall(exchange, redaction, headers))),
        count: group.reduce((sum, { count }) => sum + count, 0),
      },
    ];
  });
  const codes = Object.keys(findingCodes);
  return findings.toSorted(
    (a, b) => severities[a.severity] - severities[b.severity] || codes.indexOf(a.code) - codes.indexOf(b.code),
  );
}

/** Returns the calls, with only the first and the last of consecutive equal calls, such as polls of a job. */
function withoutRepetitions(calls: readonly ShownCall[]): readonly ShownCall[] {
  const isSame = (a: ShownCall | undefined, b: ShownCall): boolean =>
    a?.url === b.url && a.body === b.body && isEqual(a.headers, b.headers);
  return calls.reduce<readonly ShownCall[]>((shown, call) => {
    const [first, last] = shown.slice(-2);
    return last !== undefined && isSame(first, call) && isSame(last, call)
      ? [...shown.slice(0, -1), { ...call, repeated: (last.repeated ?? 0) + 1 }]
      : [...shown, call];
  }, []);
}
