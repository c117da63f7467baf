import type { EsbuildLocation, EsbuildMessage } from "./esbuild-build.js";
import type { Failure, Problem } from "./failure.js";

/**
 * Returns a message with a location for each problem in the specification; for other failures, a single message without
 * a location.
 */
export function toMessages({ message, problems, stack }: Failure): EsbuildMessage[] {
  return problems.length === 0
    ? [{ text: message, notes: stack === undefined ? [] : [{ text: stack }] }]
    : problems.map(toMessage);
}

function toMessage(problem: Problem): EsbuildMessage {
  const { help, related = [] } = problem;
  return {
    text: problem.message,
    location: toLocation(problem),
    notes: [
      ...related.map((place) => ({ text: `${place.message} (${place.file}:${place.line}:${place.column})` })),
      ...(help === undefined ? [] : [{ text: help }]),
    ],
  };
}

function toLocation({ file, line, column, endLine, endColumn, lineText }: Problem): EsbuildLocation {
  const end = endLine > line ? lineText.length : endColumn - 1;
  return {
    file,
    line,
    column: Buffer.byteLength(lineText.slice(0, column - 1)),
    length: Buffer.byteLength(lineText.slice(column - 1, end)),
    lineText,
  };
}
