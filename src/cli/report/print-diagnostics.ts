import type { ShownDiagnostic } from "../../text/diagnostics/diagnostic.js";
import { foldDiagnostics, listPlaces } from "../../text/diagnostics/fold.js";
import { painter } from "../../text/diagnostics/paint.js";
import { renderGithub } from "../../text/diagnostics/render-github.js";
import { renderAll } from "../../text/diagnostics/render.js";
import { summarize } from "../../text/diagnostics/summarize.js";
import type { SourceFile } from "../../text/source.js";
import { fromRoot } from "./annotation.js";
import type { DiagnosticFormat } from "../options.js";
import { usesColor } from "./process.js";

/**
 * Prints diagnostics. JSON is written to standard output, because it is a result, and everything else to standard
 * error.
 */
export function printDiagnostics(
  diagnostics: readonly ShownDiagnostic[],
  files: readonly SourceFile[],
  format: DiagnosticFormat,
): void {
  switch (format) {
    case "json":
      process.stdout.write(`${JSON.stringify(diagnostics, undefined, 2)}\n`);
      break;
    case "github":
      process.stderr.write(fromRoot(diagnostics).map(renderGithub).join(""));
      break;
    case "pretty":
      process.stderr.write(diagnosticsForPeople(diagnostics, files));
      break;
  }
}

/** Formats diagnostics for people, to be printed to standard error. */
export function diagnosticsForPeople(diagnostics: readonly ShownDiagnostic[], files: readonly SourceFile[]): string {
  const color = usesColor(process.stderr, process.env);
  const text = renderPretty(diagnostics, files, { color, command: "check" });
  // In a terminal, users are told where to read more. In logs and tests, the summary comes last.
  return process.stderr.isTTY ? text + explainHint(diagnostics) : text;
}

interface PrettyOptions {
  readonly color: boolean;
  /** The command that shows everything with `--format json`. */
  readonly command: "check" | "lint";
  /** Whether a diagnostic is counted, but not shown. */
  readonly isHidden?: (diagnostic: ShownDiagnostic) => boolean;
}

/** Formats diagnostics for people. Similar ones are folded, unlike in JSON and annotations. */
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
