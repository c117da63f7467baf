import { decimalValue } from "../characters/character-set.js";
import { dateProblem } from "./date-problem.js";
import { compileFormat, readFields } from "./format.js";
import { readParts, type Parts } from "./parts.js";

/**
 * Returns the reason why a string is not a timestamp of a format, as a phrase that mentions the string or the format;
 * undefined if it is one. The rules are those of Python 3.11's `strptime` in the C locale and UTC, which Stone's
 * compiler uses (TYPE-9).
 */
export function timestampProblem(format: string, text: string): string | undefined {
  const compiled = compileFormat(format);
  if ("problem" in compiled) {
    return `the format '${format}' ${compiled.problem}`;
  }
  const fields = readFields(compiled, text);
  if (fields === undefined) {
    return `'${text}' does not match the format ${format}`;
  }
  const parts = readParts(fields);
  const problem = dateProblem(parts) ?? secondProblem(parts) ?? zoneProblem(parts);
  return problem === undefined ? undefined : `'${text}' ${problem}`;
}

/** Rejects leap seconds, which the pattern allows, but Python's `datetime` does not. */
function secondProblem({ second = 0 }: Parts): string | undefined {
  return second > 59 ? `has the second ${second}, but 59 is the last one` : undefined;
}

function zoneProblem({ zone = "Z" }: Parts): string | undefined {
  // A zone that includes seconds has two colons or none.
  if (/^[^:]{5}:|^...:..[^:]/u.test(zone)) {
    return `has the zone ${zone} with only one colon`;
  }
  return zone !== "Z" && decimalValue(zone.slice(1, 3)) > 23
    ? `has the zone ${zone}, which is out of range`
    : undefined;
}
