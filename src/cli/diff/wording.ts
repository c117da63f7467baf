import type { Report, Finding, Affected, Rule } from "../../diff/report.js";
import type { PlacedFinding } from "./place-findings.js";
import type { Verdict, Wire } from "../../diff/verdict.js";
import { sentence } from "../../project/failure.js";

/**
 * Returns a one-line summary (CMP-90): the number of changes that affect messages and of the routes that they reach, the
 * number of other changes, and the next version.
 */
export function headline({ summary, routes }: Report): string {
  const onTheWire = countPhrase([
    [summary.breaking, "breaking"],
    [summary.altering, "altering"],
  ]);
  const otherChanges = countPhrase([
    [summary.source, "source"],
    [summary.compatible, "compatible"],
  ]);
  const reached = routes.filter(({ request, response }) => request !== "ok" || response !== "ok").length;
  const isOne = summary.breaking + summary.altering === 1;
  const all = `${summary.routes} ${summary.routes === 1 ? "route" : "routes"}`;
  const clauses = [
    onTheWire === undefined
      ? "Old clients and new servers understand each other"
      : `${onTheWire} ${isOne ? "reaches" : "reach"} ${reached} of ${all}`,
    ...(otherChanges === undefined ? [] : [otherChanges]),
  ];
  // A breaking change increments the minor version only below 1.0 (CMP-110).
  const isInitial = onTheWire !== undefined && summary.semver === "minor";
  return `${clauses.join("; ")}. ${isInitial ? minorBelowFirst : nextVersion[summary.semver]}`;
}

const minorBelowFirst = "The next version is minor: below 1.0.0, breaking changes raise the minor version.";

function countPhrase(counts: readonly (readonly [number, string])[]): string | undefined {
  const countsWithKinds = counts.filter(([count]) => count > 0).map(([count, kind]) => `${count} ${kind}`);
  const total = counts.reduce((sum, [count]) => sum + count, 0);
  return total === 0 ? undefined : `${countsWithKinds.join(" and ")} ${total === 1 ? "change" : "changes"}`;
}

const nextVersion = {
  major: "The next version is major.",
  minor: "The next version is minor.",
  patch: "The next version is a patch.",
  none: "No new version is needed.",
} as const;

/** The maximum number of subjects of a rule that are listed. */
const maxSubjects = 3;
/**
 * The maximum number of removed subjects of a rule that are listed. It is larger, because readers look for removed
 * subjects by name.
 */
const maxRemoved = 50;

/**
 * Returns the findings that are only counted, as sections of lines: those that only affect code, those without effect,
 * and documentation and examples. Each line counts the findings of one rule that have the same consequences for code
 * (CMP-94).
 */
export function countChanges(findings: readonly PlacedFinding[]): readonly (readonly [title: string, string[]])[] {
  const isOfCode = ({ severity, rule }: PlacedFinding): boolean => severity !== "compatible" && !isAboutDocs(rule);
  const sections = [
    ["Noticed by code only (--all lists it)", findings.filter(isOfCode)],
    ["Compatible (--all lists it)", findings.filter((one) => !isOfCode(one) && !isAboutDocs(one.rule))],
    ["Documentation and examples (--docs lists them)", findings.filter(({ rule }) => isAboutDocs(rule))],
  ] as const;
  return sections
    .filter(([, countedFindings]) => countedFindings.length > 0)
    .map(([title, countedFindings]) => {
      const kinds = new Map<string, PlacedFinding[]>();
      for (const finding of countedFindings) {
        const kind = [finding.rule, sayWhoseCode(finding.verdict)].join("; ");
        kinds.set(kind, [...(kinds.get(kind) ?? []), finding]);
      }
      return [title, [...kinds.values()].map(countLine)];
    });
}

function countLine(findings: readonly PlacedFinding[]): string {
  const [first] = findings;
  const who = first === undefined ? "" : sayWhoseCode(first.verdict);
  return `  ${findings.length} ${first?.rule ?? ""}: ${nameSubjects(findings)}${who === "" ? "" : ` (${who})`}`;
}

/** Returns the name of a subject: both names of one that was renamed or moved, and the type that lacks or has a member. */
function nameSubject({ rule, subject, detail, replacement }: PlacedFinding): string {
  if (/-(?:renamed|moved)$/.test(rule)) {
    return `${subject} → ${String(detail?.to)}`;
  }
  return replacement === undefined ? subject : `${subject} (${replacement.now} takes the place of ${replacement.old})`;
}

/** Lists the subjects if there are few; otherwise, the definitions that have most of them. */
function nameSubjects(findings: readonly PlacedFinding[]): string {
  const most = findings.every(({ rule }) => /-removed(?:-|$)/.test(rule)) ? maxRemoved : maxSubjects;
  if (findings.length <= most) {
    return findings.map(nameSubject).join(", ");
  }
  const counts = new Map<string, number>();
  for (const { subject } of findings) {
    const around = /^\w+(?:\.\w+(?=\.))?/.exec(subject)?.[0] ?? subject;
    counts.set(around, (counts.get(around) ?? 0) + 1);
  }
  const sortedCounts = [...counts].toSorted(([, a], [, b]) => b - a);
  const texts = sortedCounts.slice(0, maxSubjects).map(([around, count]) => `${count} in ${around}`);
  return [...texts, ...(sortedCounts.length > maxSubjects ? ["…"] : [])].join(", ");
}

/** Says who is affected by a change and how, such as "old clients: new servers refuse their requests". */
export function sayWho(finding: Finding): string {
  const { verdict, back } = finding;
  const parts = new Set(effectiveUses(finding).map(({ part }) => part));
  const answers = parts.has("error") ? (parts.has("result") ? "results and errors" : "errors") : "results";
  const effectsOn = ({ request, response }: Pick<Verdict, "request" | "response">, server: string): string[] => [
    ...(request === "ok" ? [] : [`${server} servers ${does(request, "refuse", "misunderstand")} their requests`]),
    ...(response === "ok" ? [] : [`they ${does(response, "refuse", "misunderstand")} ${answers}`]),
  ];
  const code = sayWhoseCode(verdict);
  const old = effectsOn(verdict, "new");
  const now = back === undefined ? [] : effectsOn(back, "old");
  return [
    ...(old.length === 0 ? [] : [`old clients: ${old.join(", and ")}`]),
    ...(now.length === 0 ? [] : [`new clients: ${now.join(", and ")}`]),
    ...(code === "" ? [] : [code]),
  ].join("; ");
}

function does(effect: Wire, breaks: string, alters: string): string {
  return effect === "breaks" ? breaks : alters;
}

/** Says whose code must change, such as "callers must change when they upgrade"; empty if no code must change. */
function sayWhoseCode({ caller, server }: Verdict): string {
  const who = [...(caller === "ok" ? [] : ["callers"]), ...(server === "ok" ? [] : ["handlers"])].join(" and ");
  if (who === "") {
    return "";
  }
  return caller === "breaks" || server === "breaks"
    ? `${who} must change when they upgrade`
    : `only ${who} that name every tag must change`;
}

/** Returns the uses in which messages change. If messages do not change, returns all uses. */
export function effectiveUses({ affects, verdict }: Finding): readonly Affected[] {
  const changed = affects.filter(
    ({ part }) => part === "route" || (part === "arg" ? verdict.request : verdict.response) !== "ok",
  );
  return changed.length > 0 ? changed : affects;
}

/**
 * Returns the reason why a finding does not fail, or only warns, although its verdict would make it fail; undefined if
 * there is none.
 */
export function sayWhy({ ignored, accepted, lowered }: PlacedFinding): string | undefined {
  if (ignored !== undefined) {
    const until = ignored.until === undefined ? "" : `, until ${ignored.until}`;
    return `${ignored.reason} (\`compat.ignore\`${until})`;
  }
  return accepted === true
    ? "It was accepted before (`--since`)."
    : lowered && sentence(`${lowered.slice(0, 1).toUpperCase()}${lowered.slice(1)}`);
}

/** Whether a finding neither fails nor warns because of an exception or a setting. */
export function isExcused({ fails, warns, ...finding }: PlacedFinding): boolean {
  return !fails && warns !== true && sayWhy({ fails, ...finding }) !== undefined;
}

/** Whether a rule concerns only documentation and examples. Its findings are shown to people only with `--docs`. */
export function isAboutDocs(rule: Rule): boolean {
  return rule === "doc-changed" || rule === "example-changed";
}
