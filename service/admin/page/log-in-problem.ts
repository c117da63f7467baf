/** The sentence for each problem with a log-in or log-out that the URL can name. */
const sentences = {
  expired: "That log-in was not started in this browser, or took too long. Please try again.",
  denied: "Access was not granted.",
  refused: "The service does not allow this console to manage your team.",
  unreachable: "The service cannot be reached. Please try again later.",
  busy: "The service could not complete the log-in. Wait a moment and try again.",
  failed: "The log-in failed. Please try again.",
  "log-out": "The log-out did not complete: your session at the service may still be open. Log in and log out again.",
} as const;

/**
 * Why the last log-in or log-out failed; undefined if it did not. Only the sentences here are ever shown: anyone can make a
 * link with any other text.
 */
export function logInProblem(query: string): string | undefined {
  const problem = new URLSearchParams(query).get("problem");
  if (problem === null) {
    return undefined;
  }
  return Object.hasOwn(sentences, problem) ? sentences[problem as keyof typeof sentences] : sentences.failed;
}
