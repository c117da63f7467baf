import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { foldDiagnostics, listPlaces } from "../diagnostics/fold.js";
import { painter } from "../diagnostics/paint.js";
import { renderGithub } from "../diagnostics/render-github.js";
import { renderAll } from "../diagnostics/render.js";
import { summarize } from "../diagnostics/summarize.js";
import type { SourceFile } from "../source/source.js";
import type { Format } from "./diagnostic-format.js";
import { usesColor } from "./terminal.js";

/** Writes diagnostics: JSON to standard output, since it is a result, and all else to standard error. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
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
      process.stderr.write(pretty(diagnostics, files, usesColor(process.stderr, process.env)));
      // People at a terminal learn where to read more. Logs and tests end with the summary.
      process.stderr.write(process.stderr.isTTY ? explainHint(diagnostics) : "");
      break;
  }
}

/** Diagnostics for people: those that are alike are folded. JSON and annotations are complete. */
function pretty(diagnostics: readonly Diagnostic[], files: readonly SourceFile[], color: boolean): string {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const { shown, rest } = foldDiagnostics(diagnostics);
  const frames = [
    ...shown.map(({ diagnostic, alike }) => {
      const frame = renderAll([diagnostic], (path) => texts.get(path), { color });
      return alike.length === 0 ? frame : `${frame}\n${alike.length} more like this:\n${listPlaces(alike)}`;
    }),
    ...(rest === 0 ? [] : [`${rest} more are not shown. Run \`ashlar check --format json\` to see all.\n`]),
  ].join("\n");
  const summary = painter(color)("strong", `${summarize(diagnostics, files.length)}.`);
  return diagnostics.length === 0 ? `${summary}\n` : `${frames}\n${summary}\n`;
}

/** One line on `ashlar explain`, with the code of the first error or warning; empty if there is none. */
function explainHint(diagnostics: readonly Diagnostic[]): string {
  const first = diagnostics.find(({ severity }) => severity === "error") ?? diagnostics[0];
  if (first === undefined) {
    return "";
  }
  const example = `\`ashlar explain ${first.code}\``;
  return diagnostics.every(({ code }) => code === first.code)
    ? `Run ${example} for an explanation.\n`
    : `Run \`ashlar explain CODE\` for an explanation, such as ${example}.\n`;
}
