/** A failure with a message for the administrator, which says what happened and what to do. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** The object of an action no longer exists. */
export class GoneProblem extends Problem {}

/** The explanation of a route's error; undefined for an error that is newer than this console. */
export type Explanation = string | GoneProblem | undefined;

/** Returns the problem with an explanation or, if there is none, with the service's own message, if it has one. */
export function toProblem(explanation: Explanation, userMessage?: string): Problem {
  return explanation instanceof Problem ? explanation : new Problem(explanation ?? userMessage ?? unknownProblem);
}

/** The message for unknown failures. */
export const unknownProblem = "That did not work, for a reason that this console does not recognize. Try again later.";
