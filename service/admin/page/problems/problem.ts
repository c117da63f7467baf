/** A failure with a message for the administrator: a sentence that says what happened, and what to do. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** The message for unknown failures. */
export const unknownProblem = "That did not work, for a reason that this console does not recognize. Try again later.";
