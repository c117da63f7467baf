import { nearestName } from "../diagnostics/nearest-name.js";

/** The reasons why a filter cannot be applied: sentences for its user. */
export interface Problems {
  readonly problems: readonly string[];
}

export function hasProblems(outcome: object): outcome is Problems {
  return "problems" in outcome;
}

/** States that the name does not exist, and suggests a similar one. */
export function unknownName(kind: string, name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return `No ${kind} is named '${name}'.${nearest === undefined ? "" : ` Did you mean '${nearest}'?`}`;
}
