import { nearestName } from "../../text/diagnostics/nearest-name.js";

/** The reasons why a filter cannot be applied, as sentences for the user. */
export interface Problems {
  readonly problems: readonly string[];
}

export function hasProblems(outcome: object): outcome is Problems {
  return "problems" in outcome;
}

/** Returns a message that a name does not exist, which suggests a similar name if there is one. */
export function unknownName(kind: string, name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return `No ${kind} is named '${name}'.${nearest === undefined ? "" : ` Did you mean '${nearest}'?`}`;
}
