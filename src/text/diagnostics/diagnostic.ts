import type { Span } from "../span.js";

export type Severity = "error" | "warning";

/** A problem that a pass reports: its location, its message, and what to do about it. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly span: Span;
  readonly message: string;
  readonly help: string | undefined;
  readonly related: readonly RelatedSpan[];
}

/** A second location that explains a finding, such as the first declaration of a name. */
interface RelatedSpan {
  readonly span: Span;
  readonly message: string;
}

/**
 * The maximum number of errors that are reported for a file, and by one pass for an item. A text with more errors is
 * not a specification, and each error takes a thousand times the memory of the text that it is about.
 */
export const maxFindings = 10_000;

export type Report = (finding: Finding) => void;

/** A range of a file. Lines and columns are counted from 1, columns in UTF-16 code units. The end is exclusive. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A finding as plain data, as users and tools see it. */
export interface Diagnostic extends Location {
  readonly severity: Severity;
  /** A stable word such as `unknown-type`. */
  readonly code: string;
  readonly message: string;
  readonly help?: string;
  readonly related?: readonly (Location & { readonly message: string })[];
}

/** A diagnostic or lint finding to show to people. */
export interface ShownDiagnostic extends Omit<Diagnostic, "severity"> {
  readonly severity: Severity | "info";
}

/** Adds a related location that explains a finding. */
export function withRelated(finding: Finding, span: Span, message: string): Finding {
  return { ...finding, related: [...finding.related, { span, message }] };
}

/**
 * Converts findings to plain data, sorted by file in the order of `paths`, then by position. Removes duplicates, and
 * the errors beyond the first {@link maxFindings} in each file.
 */
export function toDiagnostics(findings: readonly Finding[], paths: readonly string[]): Diagnostic[] {
  const fileOrder = new Map(paths.map((path, index) => [path, index]));
  const order = ({ span }: Finding): number => fileOrder.get(span.source.path) ?? 0;
  const offset = ({ span }: Finding): number => span.source.offsetInFile(span.start);
  const sorted = findings.toSorted((a, b) => order(a) - order(b) || offset(a) - offset(b));
  const seen = new Set<string>();
  const errors = new Map<string, number>();
  const diagnostics: Diagnostic[] = [];
  for (const finding of sorted) {
    const { path } = finding.span.source;
    const count = errors.get(path) ?? 0;
    if (finding.severity === "error" && count >= maxFindings) {
      continue;
    }
    const key = `${path}\n${offset(finding)}\n${finding.code}\n${finding.message}`;
    if (!seen.has(key)) {
      seen.add(key);
      errors.set(path, count + (finding.severity === "error" ? 1 : 0));
      diagnostics.push(toDiagnostic(finding));
    }
  }
  return diagnostics;
}

function toDiagnostic({ span, severity, code, message, help, related }: Finding): Diagnostic {
  return {
    ...locate(span),
    severity,
    code,
    message,
    ...(help === undefined ? {} : { help }),
    ...(related.length === 0
      ? {}
      : { related: related.map((place) => ({ ...locate(place.span), message: place.message })) }),
  };
}

function locate({ source, start, end }: Span): Location {
  const from = source.positionInFile(start);
  const to = source.positionInFile(Math.max(start, end));
  return { file: source.path, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}
