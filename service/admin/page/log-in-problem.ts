/** Name of a log-in or log-out problem in the URL to the sentence that describes it. */
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
 * Returns the reason why the last log-in or log-out failed; undefined if it succeeded. Only the sentences above are shown,
 * because anyone can create a link that contains another text.
 */
export function logInProblem(query: string): string | undefined {
  const problem = new URLSearchParams(query).get("problem");
  if (problem === null) {
    return undefined;
  }
  return Object.hasOwn(sentences, problem) ? sentences[problem as keyof typeof sentences] : sentences.failed;
}
