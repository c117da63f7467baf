import { escapeData, escapeProperty } from "../diagnostics/render-github.js";
import type { PlacedFinding } from "./run-diff.js";

/** A workflow command of GitHub Actions that annotates the line of a finding. */
export function renderDiffGithub({ rule, message, help, proofs, old, new: now }: PlacedFinding): string {
  const place = now ?? (old?.file.startsWith("git:") === true ? null : old);
  const example = proofs?.find(({ json }) => json !== undefined)?.json;
  const lines = [
    message,
    ...(example === undefined ? [] : [example]),
    ...(help === undefined ? [] : [`Instead: ${help}`]),
  ];
  const where =
    place === null ? [] : [`file=${escapeProperty(place.file)}`, `line=${place.line}`, `col=${place.column}`];
  return `::error ${[...where, `title=${escapeProperty(rule)}`].join(",")}::${escapeData(lines.join("\n"))}\n`;
}
