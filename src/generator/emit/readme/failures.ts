import type { Context } from "../../facts/context.js";
import { hasStyle } from "./calling.js";
import { table } from "./markdown.js";

/** Returns the section on the errors of calls, and how to handle them. */
export function failures(context: Context): string[] {
  return [
    "## When a call fails",
    "A call rejects with one of the following errors. Distinguish them by `name` (after `isApiError(thrown)`) or with `instanceof`. All have `route` and, if there was a response, `status`, `headers`, `body` and `requestId`.",
    table(
      ["error", "status", "meaning", "what to do"],
      [
        [
          "`RouteError`",
          "409",
          "an error that the specification defines, in `error`, typed after `isRouteError(thrown, route)`",
          'branch on `error[".tag"]`, with `match` or with `is("path/not_found")`; `summary` is for logs only; `userMessage` may be shown to users',
        ],
        ["`BadRequestError`", "400", "the service did not accept the request", "fix the program; see `message`"],
        [
          "`AuthenticationError`",
          "401 or none",
          "the credentials are missing, invalid or expired, even after the token was refreshed",
          "have the user log in again",
        ],
        [
          "`AccessError`",
          "403",
          "the credentials do not permit this call",
          "request the missing permission; see `reason`",
        ],
        [
          "`RateLimitError`",
          "429",
          "the rate limit was exceeded, after all retries",
          "call again after `retryAfter` seconds; see `reason`",
        ],
        ["`ServerError`", "5xx", "the service failed", "retry later; the call may have been performed"],
        ["`NetworkError`", "–", "no response, or an incomplete one", "retry if the call is idempotent; see `cause`"],
        ["`TimeoutError`", "–", "a timeout elapsed", "retry if the call is idempotent"],
        ...(hasStyle("download", context)
          ? [
              [
                "`RangeNotSatisfiableError`",
                "416",
                "the `range` of a download begins at or after the end of the content, for example because the file is already complete",
                "compare the size of your file with `size`",
              ],
            ]
          : []),
        [
          "`ProtocolError`",
          "any",
          "the response does not conform to the specification",
          "report it to the service; see `cause` and `body`; the option `validate` can tolerate values that do not match their type",
        ],
        [
          "`EncodeError`",
          "–",
          "the argument does not match its type or has an unknown field; nothing was sent",
          "see `path` and `expected`",
        ],
      ],
    ),
    "An aborted call rejects with the reason of the signal.",
  ];
}
