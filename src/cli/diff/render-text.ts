import type { Paint } from "../../text/diagnostics/paint.js";
import { excerpt } from "../../text/diagnostics/excerpt.js";
import type { Ignore } from "../../diff/policy.js";
import type { Compared } from "./compare-sides.js";
import { countChanges, headline, isAboutDocs, effectiveUses, isExcused, sayWhy } from "./wording.js";
import type { Place } from "../../project/declaration-places.js";
import type { PlacedFinding } from "./place-findings.js";
import { indent, renderProof } from "./render-proof.js";

/** The maximum number of routes that are listed, and of findings of a kind. */
const maxRoutes = 3;
const maxOfKind = 5;

/** The maximum width of a line of a specification that is shown in full, in columns. */
const maxWidth = 100;

interface DiffStyle {
  readonly all: boolean;
  /** Whether changes of documentation and examples are listed as well. */
  readonly docs: boolean;
  readonly paint: Paint;
}

/**
 * Formats a comparison for people: what breaks and for whom, with messages that demonstrate it, and counts of all other
 * changes.
 */
export function renderDiff({ report, findings, unused, gone }: Compared, style: DiffStyle): string {
  const stale = [...unused.map(sayUnused), ...gone.map(sayGone)];
  if (findings.length === 0) {
    return ["No changes.", ...stale, ""].join("\n");
  }
  const failing = findings.filter(({ fails }) => fails);
  const warning = findings.filter(({ warns }) => warns === true);
  const excused = findings.filter(isExcused);
  const quiet = findings.filter((finding) => !finding.fails && finding.warns !== true && !isExcused(finding));
  const isListed = ({ rule, privacy }: PlacedFinding): boolean =>
    privacy === true || (isAboutDocs(rule) ? style.docs : style.all);
  const sectionsOfCounts = countChanges(quiet.filter((finding) => !isListed(finding)));
  return [
    style.paint("strong", headline(report)),
    ...section(
      "Breaking",
      failing.filter(({ severity }) => severity === "breaking"),
      style,
    ),
    ...section(
      "Altering",
      failing.filter(({ severity }) => severity === "altering"),
      style,
    ),
    ...section(
      "Source",
      failing.filter(({ severity }) => severity === "source"),
      style,
    ),
    ...section("Warnings, which do not fail", warning, style),
    ...(excused.length === 0 ? [] : ["", style.paint("strong", "Ignored"), "", ...excused.map(sayExcused)]),
    ...section("Other changes", quiet.filter(isListed), style),
    ...sectionsOfCounts.flatMap(([title, lines]) => ["", style.paint("strong", title), "", ...lines]),
    ...(stale.length === 0 ? [] : ["", ...stale]),
    "",
  ].join("\n");
}

function sayExcused(finding: PlacedFinding): string {
  return `  ${finding.id}: ${sayWhy(finding) ?? ""}`;
}

function sayUnused({ rule, subject }: Ignore): string {
  return `No finding matches the exception ${rule} ${subject} in 'compat.ignore'.`;
}

function sayGone(id: string): string {
  return `No finding matches ${id}, which was accepted before. --update-since removes it.`;
}

function section(title: string, findings: readonly PlacedFinding[], style: DiffStyle): readonly string[] {
  if (findings.length === 0) {
    return [];
  }
  const kinds = new Map<string, PlacedFinding[]>();
  findings.forEach((finding) => kinds.set(kindOf(finding), [...(kinds.get(kindOf(finding)) ?? []), finding]));
  const lines = [...kinds.values()].flatMap((findingsOfKind) => {
    const shownFindings = style.all ? findingsOfKind : findingsOfKind.slice(0, maxOfKind);
    const rest = findingsOfKind.length - shownFindings.length;
    return [
      ...shownFindings.flatMap((finding) => ["", ...renderFinding(finding, style)]),
      ...(rest > 0
        ? ["", `  ${rest} more of ${findingsOfKind[0]?.rule ?? ""} in the same definition (--all lists them)`]
        : []),
    ];
  });
  return ["", style.paint("error", title), ...lines];
}

/** Returns the rule of a finding and the definition that contains the subject. */
function kindOf({ rule, subject }: PlacedFinding): string {
  return `${rule} ${/^[^.]*\.[^.]*/.exec(subject)?.[0] ?? subject}`;
}

function renderFinding(finding: PlacedFinding, { all, paint }: DiffStyle): readonly string[] {
  const { rule, message, help } = finding;
  const { lowered } = finding;
  return [
    `  ${message} ${paint("place", `[${rule}]`)}`,
    ...renderUses(effectiveUses(finding), all),
    ...(finding.old?.text === finding.new?.text ? [] : renderPlace(finding.old, "before", paint)),
    ...renderPlace(finding.new, "now", paint),
    ...(finding.proofs ?? []).flatMap(renderProof).map(indent),
    ...(finding.warns === true && lowered !== undefined ? [`    Only warns: ${lowered}.`] : []),
    ...(help === undefined ? [] : [`    ${paint("help", "Instead:")} ${help}`]),
  ];
}

function renderUses(affects: PlacedFinding["affects"], all: boolean): readonly string[] {
  const [first, ...otherUses] = affects;
  if (first === undefined || (first.part === "route" && otherUses.length === 0)) {
    return []; // the subject is the route
  }
  if (otherUses.length === 0) {
    return [`    ${first.route}  ${first.path}`];
  }
  const routes = [...new Set(affects.map(({ route }) => route))];
  const shownRoutes = all ? routes : routes.slice(0, maxRoutes);
  const parts = partWords.filter(([part]) => affects.some((use) => use.part === part)).map(([, word]) => word);
  const count = `${routes.length} ${routes.length === 1 ? "route" : "routes"}`;
  const more = shownRoutes.length < routes.length ? ", … (--all lists them)" : "";
  return [`    in ${parts.join(" and ")} of ${count}: ${shownRoutes.join(", ")}${more}`];
}

const partWords = [
  ["arg", "arguments"],
  ["result", "results"],
  ["error", "errors"],
  ["route", "attributes"],
] as const;

/** Returns a location and its source line with the name underlined. */
function renderPlace(place: Place | null, side: string, paint: Paint): readonly string[] {
  if (place === null) {
    return [];
  }
  const { file, line, column, length } = place;
  const mark = { start: column - 1, end: column - 1 + length };
  const { text, places } = excerpt(place.text, [mark], maxWidth);
  const { column: start = 0, width = 1 } = places[0] ?? {};
  const number = String(line).padStart(6);
  return [
    `    ${side}: ${file}:${line}:${column}`,
    `  ${paint("place", `${number} |`)} ${text}`,
    `  ${paint("place", `${" ".repeat(number.length)} |`)} ${" ".repeat(start)}${paint("error", "^".repeat(width))}`,
  ];
}
