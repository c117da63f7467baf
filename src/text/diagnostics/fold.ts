import type { ShownDiagnostic } from "./diagnostic.js";

/** A diagnostic to show in full, and similar ones of which only the locations are shown. */
interface Shown {
  readonly diagnostic: ShownDiagnostic;
  readonly alike: readonly ShownDiagnostic[];
}

/** The diagnostics to show to people. */
export interface Selection {
  readonly shown: readonly Shown[];
  /** The number of diagnostics that are not shown. */
  readonly rest: number;
}

/** The number of equal diagnostics that are shown in full. */
const inFull = 3;

/** The maximum number that are shown in full. Nobody reads more, and a later run shows the rest. */
const most = 100;

/**
 * Folds similar diagnostics: three are shown in full, and the third lists the locations of the others. At most a
 * hundred are shown, errors first. Errors are similar if they have the same code and message; warnings and infos only
 * need the same code.
 */
export function foldDiagnostics(diagnostics: readonly ShownDiagnostic[]): Selection {
  const groups = new Map<string, ShownDiagnostic[]>();
  for (const diagnostic of diagnostics) {
    const { severity, code, message } = diagnostic;
    const key = severity !== "error" ? code : `${code}\n${message}`;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [diagnostic]);
    } else {
      group.push(diagnostic);
    }
  }
  const alike = new Map<ShownDiagnostic, readonly ShownDiagnostic[]>();
  for (const group of groups.values()) {
    group.slice(0, inFull).forEach((diagnostic) => alike.set(diagnostic, []));
    const last = group[inFull - 1];
    if (last !== undefined) {
      alike.set(last, group.slice(inFull));
    }
  }
  const unfolded = diagnostics.filter((diagnostic) => alike.has(diagnostic));
  const isError = ({ severity }: ShownDiagnostic): boolean => severity === "error";
  const first = new Set([...unfolded.filter(isError), ...unfolded.filter((each) => !isError(each))].slice(0, most));
  const shown = unfolded
    .filter((diagnostic) => first.has(diagnostic))
    .map((diagnostic) => ({ diagnostic, alike: alike.get(diagnostic) ?? [] }));
  const count = shown.reduce((sum, { alike }) => sum + 1 + alike.length, 0);
  return { shown, rest: diagnostics.length - count };
}

/** Lists the locations of at most `limit` diagnostics, with one line for each file, such as `  files.stone:12, 15`. */
export function listPlaces(diagnostics: readonly ShownDiagnostic[], limit = 100): string {
  const lines = new Map<string, number[]>();
  for (const { file, line } of diagnostics.slice(0, limit)) {
    lines.set(file, [...(lines.get(file) ?? []), line]);
  }
  const places = [...lines].map(([file, numbers]) => `  ${file}:${numbers.join(", ")}\n`);
  const more = diagnostics.length - limit;
  return `${places.join("")}${more > 0 ? `  and ${more} more\n` : ""}`;
}
