/** What the server of the console puts into the URL where nobody could be logged in, as a sentence for people. */
const sentences = {
  expired: "That log-in was not started in this browser, or took too long. Please try again.",
  denied: "Access was not granted.",
  refused: "The service does not allow this console to manage your team.",
  unreachable: "The service cannot be reached. Please try again later.",
  failed: "The log-in failed. Please try again.",
} as const;

/**
 * Why the last log-in failed; undefined if it did not. Only the sentences here are ever shown: a link with any other text
 * could have been made by anybody.
 */
export function logInProblem(query: string): string | undefined {
  const problem = new URLSearchParams(query).get("problem");
  if (problem === null) {
    return undefined;
  }
  return Object.hasOwn(sentences, problem) ? sentences[problem as keyof typeof sentences] : sentences.failed;
}
