import { escapeData, escapeProperty } from "../../text/diagnostics/render-github.js";
import { pathFromRoot } from "../report/annotation.js";
import type { Compared } from "./compare-sides.js";
import type { PlacedFinding } from "./place-findings.js";
import { renderProof } from "./render-proof.js";

/** The maximum number of annotations of each kind that GitHub shows per step. */
const most = 10;

/**
 * Formats findings as workflow commands, with which GitHub Actions annotates lines: at most ten errors and ten
 * warnings. The last one says how many more there are (CMP-96).
 */
export function renderDiffGithub({ findings, unused }: Compared): string {
  const errors = findings.filter(({ fails }) => fails).map(annotation);
  const warnings = findings.filter(({ warns }) => warns === true).map(annotation);
  const stale = unused.map(
    ({ rule, subject }) => `::${escapeData(`No finding matches the exception ${rule} ${subject}.`)}`,
  );
  return [...limit("error", errors), ...limit("warning", [...warnings, ...stale])].join("");
}

function limit(kind: "error" | "warning", annotations: readonly string[]): readonly string[] {
  const firstAnnotations = annotations.length > most ? annotations.slice(0, most - 1) : annotations;
  const rest = annotations.length - firstAnnotations.length;
  const count = rest === 0 ? [] : [`::${rest} more. The log of 'ashlar diff' without --format github lists them.`];
  return [...firstAnnotations, ...count].map((text) => `::${kind}${text}\n`);
}

/** Returns the text of an annotation after its kind. */
function annotation(finding: PlacedFinding): string {
  const { rule, message, help, proofs = [], lowered, nearest: place } = finding;
  const lines = [
    message,
    ...proofs.flatMap(renderProof),
    ...(lowered === undefined ? [] : [`Only warns: ${lowered}.`]),
    ...(help === undefined ? [] : [`Instead: ${help}`]),
  ];
  const where =
    place === null
      ? []
      : [`file=${escapeProperty(pathFromRoot(place.file))}`, `line=${place.line}`, `col=${place.column}`];
  return ` ${[...where, `title=${escapeProperty(rule)}`].join(",")}::${escapeData(lines.join("\n"))}`;
}
