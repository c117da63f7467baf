import { count } from "../../text/diagnostics/summarize.js";
import { excerpt } from "../../text/diagnostics/excerpt.js";
import type { Paint } from "../../text/diagnostics/paint.js";
import { escapeData, escapeProperty } from "../../text/diagnostics/render-github.js";
import { describeRepair } from "../../diff/messages.js";
import { isRequirement, type Impact, type ProgramPlace } from "../../project/impact/impact.js";
import { displayPath } from "../../project/paths.js";
import { pathFromRoot } from "../report/annotation.js";
import type { PlacedFinding } from "./place-findings.js";

/** The consequences of changes for programs. */
export interface ProgramImpacts {
  /** The name by which the programs import the package. */
  readonly packageName: string;
  readonly impacts: readonly Impact[];
}

/** Returns whether a finding has a place in one of the programs. */
export function hasPlace({ id }: PlacedFinding, { impacts }: ProgramImpacts): boolean {
  return impacts.some(({ places }) => places.has(id));
}

/** The number of places in a program by what they mean. */
function countPlaces({ places, errors }: Impact, findings: readonly PlacedFinding[]): readonly [number, number] {
  const all = findings.flatMap((finding) => (places.get(finding.id) ?? []).map((place) => ({ finding, place })));
  const breaking = all.filter(({ finding, place }) => finding.fails || place.error !== undefined).length;
  return [breaking + errors.length, all.length - breaking];
}

function programName({ project }: Impact): string {
  return displayPath(project);
}

/** Formats the places for people; with `listsUnused`, also what breaks without a place in a program. */
export function renderImpacts(
  { impacts, packageName }: ProgramImpacts,
  findings: readonly PlacedFinding[],
  paint: Paint,
  listsUnused: boolean,
): string {
  const table =
    impacts.length < 2
      ? []
      : [
          "",
          paint("strong", "Programs"),
          "",
          ...impacts.map((impact) => `  ${programName(impact)}: ${summary(impact, findings, packageName)}`),
        ];
  const texts = impacts.flatMap((impact) => {
    const { places, errors } = impact;
    const affected = findings.filter(({ id }) => places.has(id));
    const unused = findings
      .filter(({ id, rule, fails }) => fails && !rule.endsWith("-added") && !isRequirement(rule) && !places.has(id))
      .map(({ subject }) => subject);
    return [
      "",
      paint("strong", `In ${programName(impact)}: ${summary(impact, findings, packageName)}`),
      ...affected.flatMap((finding) => [
        "",
        `  ${messageForPrograms(finding)}`,
        ...(places.get(finding.id) ?? []).flatMap(showPlace),
      ]),
      ...(errors.length === 0 ? [] : ["", "  Would no longer compile", ...errors.flatMap(showPlace)]),
      ...(unused.length === 0 || !listsUnused || !impact.isImported
        ? []
        : ["", `  Nothing there uses ${listed([...new Set(unused)])}.`]),
      ...sayUnknown(impact, packageName).flatMap((sentence) => ["", `  ${sentence}`]),
    ];
  });
  return `${[...table, ...texts].join("\n")}\n`;
}

/** The message of a finding, and what to change at its places. */
function messageForPrograms(finding: PlacedFinding): string {
  return [finding.message, describeRepair(finding) ?? []].flat().join(" ");
}

function summary(impact: Impact, findings: readonly PlacedFinding[], packageName: string): string {
  if (!impact.isImported) {
    return sayNotImported(packageName);
  }
  const [breaking, others] = countPlaces(impact, findings);
  return breaking + others === 0
    ? "no place is concerned"
    : `${count(breaking, "place")} that break${breaking === 1 ? "s" : ""}, ${others} to look at`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 10);
  return shown.length < names.length ? `${shown.join(", ")} and ${names.length - shown.length} more` : shown.join(", ");
}

/** Says that a program does not import the package, whose name may be a wrong one. */
export function sayNotImported(packageName: string): string {
  return `does not import ${packageName}; '--package' says by which name it does`;
}

/** Says why uses of the package may be missing: a sentence for each reason. */
export function sayUnknown({ untyped, syntaxErrors }: Impact, packageName: string): string[] {
  const places = syntaxErrors.map(
    ({ file, line, column, error = "" }) => `${displayPath(file)}:${line}:${column} ${error}`,
  );
  return [
    ...(untyped === 0
      ? []
      : [
          `${count(untyped, "value")} of ${packageName} ${untyped === 1 ? "is" : "are"} any, beyond which uses are unknown.`,
        ]),
    ...(places.length === 0 ? [] : [`Uses may be missing because of errors in the syntax: ${listed(places)}`]),
  ];
}

function showPlace({ file, line, column, length, text, error }: ProgramPlace): string[] {
  const shown = excerpt(text, [{ start: column - 1, end: column - 1 + length }], 100);
  const [mark = { column: 0, width: 1 }] = shown.places;
  const indent = shown.text.length - shown.text.trimStart().length;
  return [
    `    ${displayPath(file)}:${line}:${column}${error === undefined ? "" : ` ${error}`}`,
    `      ${shown.text.trim()}`,
    `      ${" ".repeat(mark.column - indent)}${"~".repeat(mark.width)}`,
  ];
}

/** Formats the places for a comment on a pull request. */
export function renderImpactsMarkdown(
  { impacts, packageName }: ProgramImpacts,
  findings: readonly PlacedFinding[],
): string {
  const rows = impacts.map((impact) => {
    const [breaking, others] = countPlaces(impact, findings);
    return `| \`${pathFromRoot(programName(impact))}\` | ${breaking} | ${others} |`;
  });
  const lines = impacts.flatMap((impact) => [
    ...(impacts.length > 1 && impact.places.size + impact.errors.length > 0
      ? [`\n#### \`${pathFromRoot(programName(impact))}\``]
      : []),
    ...findings.flatMap((finding) => {
      const places = impact.places.get(finding.id) ?? [];
      return places.length === 0 ? [] : [`\n- ${messageForPrograms(finding)}`, ...places.map(listPlace)];
    }),
    ...(impact.errors.length === 0 ? [] : ["\n- Would no longer compile", ...impact.errors.map(listPlace)]),
    ...sayUnknown(impact, packageName).map((sentence) => `\n${sentence}`),
  ]);
  return `\n### Programs\n\n| program | places that break | to look at |\n| --- | --- | --- |\n${[...rows, ...lines].join("\n")}\n`;
}

function listPlace({ file, line, text, error }: ProgramPlace): string {
  const code = text.trim().replaceAll("`", "'");
  return `  - \`${pathFromRoot(displayPath(file))}:${line}\` \`${code}\`${error === undefined ? "" : `: ${error.replaceAll("|", "\\|")}`}`;
}

/** Formats the places as annotations of GitHub at the callers' lines. */
export function renderImpactsGithub({ impacts }: ProgramImpacts, findings: readonly PlacedFinding[]): string {
  const annotate = (
    kind: string,
    title: string,
    { file, line, column, error }: ProgramPlace,
    message: string,
  ): string => {
    const where = `file=${escapeProperty(pathFromRoot(displayPath(file)))},line=${line},col=${column},title=${escapeProperty(title)}`;
    return `::${kind} ${where}::${escapeData([message, ...(error === undefined ? [] : [error])].join("\n"))}\n`;
  };
  return impacts
    .flatMap(({ places, errors }) => [
      ...findings.flatMap((finding) =>
        (places.get(finding.id) ?? []).map((place) => {
          const kind = finding.fails || place.error !== undefined ? "error" : "warning";
          return annotate(kind, finding.rule, place, messageForPrograms(finding));
        }),
      ),
      ...errors.map((place) => annotate("error", "ashlar", place, "This would no longer compile.")),
    ])
    .join("");
}

/** Returns the places for other tools. */
export function impactsForJson({ impacts, packageName }: ProgramImpacts): object {
  const shown = ({ file, ...place }: ProgramPlace): object => ({ file: displayPath(file), ...place });
  return {
    package: packageName,
    programs: impacts.map((impact) => ({
      project: programName(impact),
      findings: [...impact.places].map(([id, places]) => ({ id, places: places.map(shown) })),
      errors: impact.errors.map(shown),
      untyped: impact.untyped,
      syntaxErrors: impact.syntaxErrors.map(shown),
    })),
  };
}
