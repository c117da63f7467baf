import { isAboutDocs } from "./is-about-docs.js";
import type { PlacedFinding } from "./place-findings.js";
import { sayWhoseCode } from "./say-who.js";

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
    .filter(([, counted]) => counted.length > 0)
    .map(([title, counted]) => {
      const kinds = new Map<string, PlacedFinding[]>();
      for (const finding of counted) {
        const kind = [finding.rule, sayWhoseCode(finding.verdict)].join("; ");
        kinds.set(kind, [...(kinds.get(kind) ?? []), finding]);
      }
      return [title, [...kinds.values()].map(countLine)];
    });
}

function countLine(alike: readonly PlacedFinding[]): string {
  const [first] = alike;
  const who = first === undefined ? "" : sayWhoseCode(first.verdict);
  return `  ${alike.length} ${first?.rule ?? ""}: ${nameSubjects(alike)}${who === "" ? "" : ` (${who})`}`;
}

/** Returns the name of a subject: both names of one that was renamed or moved, and the type that lacks or has a member. */
function nameSubject({ rule, subject, detail, replacement }: PlacedFinding): string {
  if (/-(?:renamed|moved)$/.test(rule)) {
    return `${subject} → ${String(detail?.to)}`;
  }
  return replacement === undefined ? subject : `${subject} (${replacement.now} takes the place of ${replacement.old})`;
}

/** Lists the subjects if there are few; otherwise, the definitions that have most of them. */
function nameSubjects(alike: readonly PlacedFinding[]): string {
  const most = alike.every(({ rule }) => /-removed(?:-|$)/.test(rule)) ? maxRemoved : maxSubjects;
  if (alike.length <= most) {
    return alike.map(nameSubject).join(", ");
  }
  const counts = new Map<string, number>();
  for (const { subject } of alike) {
    const around = /^\w+(?:\.\w+(?=\.))?/.exec(subject)?.[0] ?? subject;
    counts.set(around, (counts.get(around) ?? 0) + 1);
  }
  const named = [...counts].toSorted(([, a], [, b]) => b - a);
  const shown = named.slice(0, maxSubjects).map(([around, count]) => `${count} in ${around}`);
  return [...shown, ...(named.length > maxSubjects ? ["…"] : [])].join(", ");
}
