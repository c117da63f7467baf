import { table } from "./markdown.js";

/** What a call can fail with, and what to do then. */
export const failures: readonly string[] = [
  "## When a call fails",
  "It rejects with one of a small family of errors, told apart by `name` (after `isApiError(thrown)`) or by `instanceof`. All have `route`, and, where there was a response, `status`, `headers`, `body` and `requestId`.",
  table(
    ["error", "status", "means", "what to do"],
    [
      [
        "`RouteError`",
        "409",
        "what the specification says can go wrong: `error`, typed after `isRouteError(thrown, route)`",
        'decide by `error[".tag"]`, `match` or `is("path/not_found")`; `summary` is for people only; `userMessage` may be shown',
      ],
      [
        "`BadRequestError`",
        "400",
        "the service did not accept the request",
        "a mistake of the program: read `message`",
      ],
      [
        "`AuthenticationError`",
        "401 or none",
        "the credentials are missing, wrong or expired, even after the function for tokens was asked again",
        "have the user log in again",
      ],
      ["`AccessError`", "403", "the credentials do not allow this call", "ask for another permission; see `reason`"],
      [
        "`RateLimitError`",
        "429",
        "too many calls, after all attempts",
        "call again after `retryAfter` seconds; see `reason`",
      ],
      ["`ServerError`", "5xx", "the service failed", "try later; the call may have been performed"],
      ["`NetworkError`", "–", "no response, or only its beginning", "try again if that does no harm; see `cause`"],
      ["`TimeoutError`", "–", "the timeout elapsed", "the same"],
      [
        "`RangeNotSatisfiableError`",
        "416",
        "the `range` of a download begins after the end of its content, such as of a file that is already complete",
        "compare with `size`",
      ],
      [
        "`ProtocolError`",
        "any",
        "the response is not one that the specification allows",
        "report it, see `cause` and `body`; `validate` decides about values that do not match their type",
      ],
      [
        "`EncodeError`",
        "–",
        "the argument does not match its type, or has a field that does not exist; nothing was sent",
        "see `path` and `expected`",
      ],
    ],
  ),
  "An aborted call rejects with the reason of its signal.",
];
