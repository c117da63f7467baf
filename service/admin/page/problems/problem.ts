/** A failure with a message for the administrator: a sentence that says what happened, and what to do. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** The problem that what an action is about no longer exists. */
export class GoneProblem extends Problem {}

/** What is said about an error of a route; undefined for an error that is newer than this console. */
export type Explanation = string | GoneProblem | undefined;

/** The problem with an explanation, or else with the service's own message, if it has one. */
export function toProblem(explanation: Explanation, userMessage?: string): Problem {
  return explanation instanceof Problem ? explanation : new Problem(explanation ?? userMessage ?? unknownProblem);
}

/** The message for unknown failures. */
export const unknownProblem = "That did not work, for a reason that this console does not recognize. Try again later.";
