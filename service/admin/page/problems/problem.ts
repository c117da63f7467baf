/** A failure with a message for the administrator, which says what happened and what to do. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** Thrown if the object of an action no longer exists. */
export class GoneProblem extends Problem {}

/** The explanation of a route error; undefined for an error that is unknown to this console. */
export type Explanation = string | GoneProblem | undefined;

/** Creates a problem from an explanation or, if there is none, from the service's own message for users. */
export function toProblem(explanation: Explanation, userMessage?: string): Problem {
  return explanation instanceof Problem ? explanation : new Problem(explanation ?? userMessage ?? unknownProblem);
}

/** The message for unknown failures. */
export const unknownProblem = "That did not work, for a reason that this console does not recognize. Try again later.";
