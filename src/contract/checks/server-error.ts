import type { Check } from "./check.js";

/** Reports a status of 500, 502 or 504, a timeout, or a connection that was closed without a reply. */
export const serverError: Check = ({ call: { route }, reply }, { timeout }) => {
  if (reply.kind === "failed") {
    if (reply.reason === "timeout" && route.isLongPoll) {
      return undefined; // it may wait longer than the run does
    }
    return reply.reason === "timeout"
      ? {
          code: "server-error",
          title: `There is no reply within ${timeout / 1000} s`,
          expected: "Every call is answered in time; --timeout sets the limit.",
          cause: "timeout",
        }
      : {
          code: "server-error",
          title: `The connection is closed without a reply (${reply.detail})`,
          expected: "Every call is answered, also one that is wrong.",
          cause: "closed",
        };
  }
  if (reply.status === 500 || reply.status === 502 || reply.status === 504) {
    return {
      code: "server-error",
      title: `The server answers with status ${reply.status}`,
      expected:
        "A wrong call is answered with status 400, a route's own error with status 409. No call makes the server fail.",
      cause: `status ${reply.status}`,
    };
  }
  return undefined;
};
