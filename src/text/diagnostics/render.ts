import { Source } from "../source.js";
import type { Location, ShownDiagnostic } from "./diagnostic.js";
import { excerpt, type Mark } from "./excerpt.js";
import { painter, type Paint, type Style } from "./paint.js";

/** Returns the text of a file; undefined if it is not available, so that only the location is shown. */
export type TextOf = (file: string) => string | undefined;

export interface RenderOptions {
  readonly color: boolean;
}

/** The maximum width of a line of a specification, in columns. Longer lines are truncated on both sides of the mark. */
const maxWidth = 110;

/**
 * Formats a diagnostic for a terminal: the message, the source lines with the locations underlined, and the help. Of a
 * location that spans several lines, only the first line is shown. Every line ends in `\n`, including the last.
 */
export function render(diagnostic: ShownDiagnostic, textOf: TextOf, options: RenderOptions): string {
  return renderAll([diagnostic], textOf, options);
}

/** Formats diagnostics for a terminal, separated by empty lines. */
export function renderAll(diagnostics: readonly ShownDiagnostic[], textOf: TextOf, { color }: RenderOptions): string {
  const sources = new Map<string, Source | undefined>();
  const sourceOf: SourceOf = (path) => {
    if (!sources.has(path)) {
      const text = textOf(path);
      sources.set(path, text === undefined ? undefined : new Source(text));
    }
    return sources.get(path);
  };
  return diagnostics.map((diagnostic) => `${report(diagnostic, sourceOf, painter(color)).join("\n")}\n`).join("\n");
}

type SourceOf = (file: string) => Source | undefined;

/** A place to show: that of the diagnostic itself, or a related one. */
interface Place extends Location {
  readonly sign: "^" | "-";
  readonly style: Style;
  readonly label: string;
}

function report(diagnostic: ShownDiagnostic, sourceOf: SourceOf, paint: Paint): string[] {
  const { severity, code, message, help, related = [] } = diagnostic;
  const places: Place[] = [
    { ...diagnostic, sign: "^", style: severity, label: "" },
    ...related.map((place) => ({ ...place, sign: "-", style: "place", label: place.message }) as const),
  ];
  const margin = " ".repeat(Math.max(...places.map(({ line }) => String(line).length)));
  const gutter = (number: string, text: string): string =>
    `${paint("place", `${number.padStart(margin.length)} |`)} ${text}`.trimEnd();
  const files = [...new Set(places.map(({ file }) => file))];
  const frames = files.flatMap((file, index) => {
    const inFile = places.filter((place) => place.file === file);
    const source = sourceOf(file);
    const head = `${margin}${paint("place", index === 0 ? "-->" : ":::")} ${placeName(inFile[0] ?? diagnostic)}`;
    return source === undefined
      ? [head, ...inFile.filter(({ label }) => label !== "").map(({ label }) => `${margin}   ${label}`)]
      : [
          head,
          gutter("", ""),
          ...frame(inFile, source, gutter, paint),
          ...(index < files.length - 1 || help !== undefined ? [gutter("", "")] : []),
        ];
  });
  return [
    `${paint(severity, `${severity}[${code}]`)}${paint("strong", `: ${message}`)}`,
    ...frames,
    ...(help === undefined
      ? []
      : [`${margin} ${paint("place", "=")} ${paint("help", "help")}: ${indented(help, `${margin}   `)}`]),
  ];
}

function placeName({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}

/** The lines on which the places start, from top to bottom, with a row of marks for each place. */
function frame(
  places: readonly Place[],
  source: Source,
  gutter: (number: string, text: string) => string,
  paint: Paint,
): string[] {
  const numbers = [...new Set(places.map(({ line }) => line))].sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const line = source.line(number);
    const here = places.filter((place) => place.line === number);
    const shown = excerpt(
      line,
      here.map((place) => markIn(line, place)),
      maxWidth,
    );
    const rows = here.map(({ sign, style, label }, row) => {
      const { column = 0, width = 1 } = shown.places[row] ?? {};
      return gutter("", " ".repeat(column) + paint(style, `${sign.repeat(width)} ${label}`.trimEnd()));
    });
    const isGap = index > 0 && number > (numbers[index - 1] ?? number) + 1;
    return [...(isGap ? [paint("place", "...")] : []), gutter(String(number), shown.text), ...rows];
  });
}

/** The part of the place's first line to mark. */
function markIn(line: string, { line: first, endLine, column, endColumn }: Location): Mark {
  return { start: column - 1, end: endLine > first ? line.trimEnd().length : endColumn - 1 };
}

/** Indents the lines after the first one. */
function indented(text: string, margin: string): string {
  return text.replace(/\n(?=.)/g, `\n${margin}`);
}
