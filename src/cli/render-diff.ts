import type { Paint } from "../diagnostics/paint.js";
import type { Ignore } from "../diff/policy.js";
import type { Proof, Report } from "../diff/report.js";
import { sentence } from "./failure.js";
import type { Place } from "./locate.js";
import type { Compared, PlacedFinding } from "./run-diff.js";

/** How many routes and how many findings of a kind are named. */
const mostRoutes = 3;
const mostOfAKind = 5;

interface DiffStyle {
  readonly all: boolean;
  readonly paint: Paint;
}

/** The comparison for people: what breaks, for whom, with the message that shows it; counts of the rest. */
export function renderDiff({ report, findings, unused }: Compared, style: DiffStyle): string {
  if (findings.length === 0) {
    return ["No changes.", ...unused.map(sayUnused), ""].join("\n");
  }
  const failing = findings.filter(({ fails }) => fails);
  const warning = findings.filter(({ warns }) => warns === true);
  const ignored = findings.filter((finding) => finding.ignored !== undefined);
  const quiet = findings.filter((finding) => !finding.fails && finding.warns !== true && finding.ignored === undefined);
  const others = quiet.filter(({ privacy }) => style.all || privacy === true);
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
    ...section("Warnings", warning, style),
    ...(ignored.length === 0 ? [] : ["", style.paint("strong", "Ignored"), "", ...ignored.map(sayIgnored)]),
    ...section("Other changes", others, style),
    ...(unused.length === 0 ? [] : ["", ...unused.map(sayUnused)]),
    ...(style.all || quiet.length === 0 ? [] : ["", "--all lists the other changes."]),
    "",
  ].join("\n");
}

function sayIgnored({ id, ignored }: PlacedFinding): string {
  const until = ignored?.until === undefined ? "" : ` (until ${ignored.until})`;
  return `  ${id}: ${ignored?.reason ?? ""}${until}`;
}

function sayUnused({ rule, subject }: Ignore): string {
  return `No finding matches the exception ${rule} ${subject} in 'compat.ignore'.`;
}

/** How much has changed, in one line. */
export function headline({ summary }: Report): string {
  const counts = [
    [summary.breaking, "breaking"],
    [summary.altering, "altering"],
    [summary.source, "source"],
    [summary.compatible, "compatible"],
  ] as const;
  const named = counts.filter(([count]) => count > 0).map(([count, kind]) => `${count} ${kind}`);
  const total = counts.reduce((sum, [count]) => sum + count, 0);
  const reach = `${summary.routesReached} of ${summary.routes} ${summary.routes === 1 ? "route" : "routes"} affected`;
  return `${named.join(", ")} ${total === 1 ? "change" : "changes"}, ${reach}. Suggested version: ${summary.semver}.`;
}

function section(title: string, findings: readonly PlacedFinding[], style: DiffStyle): readonly string[] {
  if (findings.length === 0) {
    return [];
  }
  const kinds = new Map<string, PlacedFinding[]>();
  findings.forEach((finding) => kinds.set(kindOf(finding), [...(kinds.get(kindOf(finding)) ?? []), finding]));
  const lines = [...kinds.values()].flatMap((alike) => {
    const shown = style.all ? alike : alike.slice(0, mostOfAKind);
    const rest = alike.length - shown.length;
    return [
      ...shown.flatMap((finding) => ["", ...renderFinding(finding, style)]),
      ...(rest > 0 ? ["", `  ${rest} more of ${alike[0]?.rule ?? ""} in the same definition (--all lists them)`] : []),
    ];
  });
  return ["", style.paint("error", title), ...lines];
}

/** The rule, and the definition in which it was found. */
function kindOf({ rule, subject }: PlacedFinding): string {
  return `${rule} ${/^[^.]*\.[^.]*/.exec(subject)?.[0] ?? subject}`;
}

function renderFinding(finding: PlacedFinding, { all, paint }: DiffStyle): readonly string[] {
  const { rule, message, help } = finding;
  return [
    `  ${message} ${paint("place", `[${rule}]`)}`,
    ...renderUses(effective(finding), all),
    ...renderPlace(finding.old, "before", finding.new === null ? finding.old : undefined),
    ...renderPlace(finding.new, "now", finding.new),
    ...(finding.proofs ?? []).flatMap(renderProof),
    ...(help === undefined ? [] : [`    ${paint("help", "Instead:")} ${help}`]),
  ];
}

/** The uses in which messages change, or all of them if messages stay as they are. */
function effective({ affects, verdict }: PlacedFinding): PlacedFinding["affects"] {
  const changed = affects.filter(
    ({ part }) => part === "route" || (part === "arg" ? verdict.request : verdict.response) !== "ok",
  );
  return changed.length > 0 ? changed : affects;
}

function renderUses(affects: PlacedFinding["affects"], all: boolean): readonly string[] {
  const [first, ...others] = affects;
  if (first === undefined) {
    return [];
  }
  if (others.length === 0) {
    return [`    ${first.route}  ${first.path}`];
  }
  const routes = [...new Set(affects.map(({ route }) => route))];
  const shown = all ? routes : routes.slice(0, mostRoutes);
  const parts = [...new Set(affects.map(({ part }) => part))].join(", ");
  const count = `${routes.length} ${routes.length === 1 ? "route" : "routes"}`;
  return [`    in ${parts} of ${count}: ${shown.join(", ")}${shown.length < routes.length ? ", …" : ""}`];
}

/** The place, and its line if that is the side to look at. */
function renderPlace(place: Place | null, side: string, shown: Place | null | undefined): readonly string[] {
  if (place === null) {
    return [];
  }
  const line = shown === place ? [`      │ ${place.text.trim()}`] : [];
  return [`    ${side}: ${place.file}:${place.line}:${place.column}`, ...line];
}

function renderProof({ direction, status, json, refusal, readings }: Proof): readonly string[] {
  const [writer, reader] =
    direction === "request"
      ? ["An old client sends", "A new server says"]
      : ["A new server answers", "An old client says"];
  if (status !== "executed" || json === undefined) {
    return whyUnproved(status, direction);
  }
  const outcome =
    readings === undefined
      ? [`    ${reader}: ${refusal === undefined ? "refused." : sentence(refusal.message.replace(/\.$/, ""))}`]
      : [`    The writer means: ${readings.writer}`, `    The reader takes it for: ${readings.reader}`];
  return [`    ${writer}: ${json}`, ...outcome];
}

function whyUnproved(status: Proof["status"], direction: Proof["direction"]): readonly string[] {
  switch (status) {
    case "undecided":
      return [`    No message was found that shows the effect on the ${direction}.`];
    case "uninhabited":
      return [`    No ${direction} can contain it: the types on the way have no such value.`];
    default:
      return [];
  }
}
