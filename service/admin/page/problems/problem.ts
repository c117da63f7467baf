import { isApiError, type CallError } from "cloud-storage-api";
import { waitingTime } from "../components/text.js";

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

/** Returns the message for anything that can be thrown while the console calls the service. */
export function problemText(thrown: unknown): string {
  if (thrown instanceof Problem) {
    return thrown.message;
  }
  return isApiError(thrown) ? callProblem(thrown) : unknownProblem;
}

/** Returns the message for a failure that any call can have. */
function callProblem(error: CallError): string {
  switch (error.name) {
    case "EncodeError":
      return error.path.endsWith("email")
        ? "This is not a valid email address."
        : "The service rejected the input: a value contains characters that are not allowed.";
    case "RouteError":
      return error.userMessage ?? unknownProblem; // routes that the console calls are explained by `explainErrors`
    case "BadRequestError":
      return "The service rejected the input. Check each field and try again.";
    case "AuthenticationError":
      return "Your session has ended. Log in again.";
    case "AccessError":
      return "This console is not allowed to do that. Ask the person who registered it to extend its permissions.";
    case "RateLimitError":
      return `There were too many requests. Try again in ${waitingTime(error.retryAfter ?? 60)}.`;
    case "ServerError":
      if (error.status === 503) {
        return `The service is not available at the moment. Try again in ${waitingTime(error.retryAfter ?? 60)}.`;
      }
      return "The service failed. Wait a moment and check whether the change took effect before you try again.";
    case "NetworkError":
      return "The service cannot be reached. Check your connection and try again.";
    case "TimeoutError":
      return "The service took too long to answer. Check whether the change took effect before you try again.";
    case "ContentError":
    case "RangeNotSatisfiableError":
    case "ProtocolError":
      return "The service sent a response that this console cannot read. It may be newer than the console: reload the page.";
  }
}
