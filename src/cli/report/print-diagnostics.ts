import type { ShownDiagnostic } from "../../diagnostics/diagnostic.js";
import { foldDiagnostics, listPlaces } from "../../diagnostics/fold.js";
import { painter } from "../../diagnostics/paint.js";
import { renderGithub } from "../../diagnostics/render-github.js";
import { renderAll } from "../../diagnostics/render.js";
import { summarize } from "../../diagnostics/summarize.js";
import type { SourceFile } from "../../source/source.js";
import type { Format } from "./diagnostic-format.js";
import { usesColor } from "./terminal.js";

/** Writes diagnostics: JSON to standard output, since it is a result, and everything else to standard error. */
export function printDiagnostics(
  diagnostics: readonly ShownDiagnostic[],
  files: readonly SourceFile[],
  format: Format,
): void {
  switch (format) {
    case "json":
      process.stdout.write(`${JSON.stringify(diagnostics, undefined, 2)}\n`);
      break;
    case "github":
      process.stderr.write(diagnostics.map(renderGithub).join(""));
      break;
    case "pretty":
      process.stderr.write(diagnosticsForPeople(diagnostics, files));
      break;
  }
}

/** The diagnostics as they are printed to standard error for people. */
export function diagnosticsForPeople(diagnostics: readonly ShownDiagnostic[], files: readonly SourceFile[]): string {
  const color = usesColor(process.stderr, process.env);
  const text = renderPretty(diagnostics, files, { color, command: "check" });
  // At a terminal, users are told where to read more. In logs and tests, the summary is last.
  return process.stderr.isTTY ? text + explainHint(diagnostics) : text;
}

interface PrettyOptions {
  readonly color: boolean;
  /** The command that shows everything with `--format json`. */
  readonly command: "check" | "lint";
  /** Whether a diagnostic is only counted. */
  readonly isHidden?: (diagnostic: ShownDiagnostic) => boolean;
}

/** Diagnostics for people: similar ones are folded. JSON and annotations are complete. */
export function renderPretty(
  diagnostics: readonly ShownDiagnostic[],
  files: readonly SourceFile[],
  { color, command, isHidden = () => false }: PrettyOptions,
): string {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const { shown, rest } = foldDiagnostics(diagnostics.filter((each) => !isHidden(each)));
  const frames = [
    ...shown.map(({ diagnostic, alike }) => {
      const frame = renderAll([diagnostic], (path) => texts.get(path), { color });
      return alike.length === 0 ? frame : `${frame}\n${alike.length} more like this:\n${listPlaces(alike)}`;
    }),
    ...(rest === 0 ? [] : [`${rest} more are not shown. Run \`ashlar ${command} --format json\` to see all.\n`]),
  ].join("\n");
  const summary = painter(color)("strong", `${summarize(diagnostics, files.length)}.`);
  return frames === "" ? `${summary}\n` : `${frames}\n${summary}\n`;
}

/** Returns a line about `ashlar explain`, with the code of the first error or warning; empty if there is none. */
function explainHint(diagnostics: readonly ShownDiagnostic[]): string {
  const first = diagnostics.find(({ severity }) => severity === "error") ?? diagnostics[0];
  if (first === undefined) {
    return "";
  }
  const example = `\`ashlar explain ${first.code}\``;
  return diagnostics.every(({ code }) => code === first.code)
    ? `Run ${example} for an explanation.\n`
    : `Run \`ashlar explain CODE\` for an explanation, such as ${example}.\n`;
}
