import { nearestName } from "../diagnostics/nearest-name.js";

/** Why a filter cannot be applied: sentences for its user. */
export interface Problems {
  readonly problems: readonly string[];
}

export function hasProblems(outcome: object): outcome is Problems {
  return "problems" in outcome;
}

/** That nothing of the kind has the name, with the one that may be meant. */
export function unknownName(kind: string, name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return `No ${kind} is named '${name}'.${nearest === undefined ? "" : ` Did you mean '${nearest}'?`}`;
}
