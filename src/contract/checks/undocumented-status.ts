import type { Check } from "./check.js";

const documented = new Set([200, 206, 400, 401, 403, 404, 405, 408, 409, 413, 415, 416, 429, 503]);
/** Server failures, which have their own check. */
const failures = new Set([500, 502, 504]);

/** Statuses by which servers say that they do not have a route. */
export const statusesOfMissingRoutes = new Set([404, 405, 410, 501]);

/** Reports a status that the protocol does not define. */
export const undocumentedStatus: Check = ({ call: { route }, reply, request }) => {
  const isGone =
    reply.kind === "answered" && route.route.deprecated !== undefined && statusesOfMissingRoutes.has(reply.status);
  if (reply.kind === "failed" || failures.has(reply.status) || isGone) {
    return undefined;
  }
  const isUnasked = reply.status === 206 && request.headers["Range"] === undefined;
  // URLs and headers that are too long.
  const isAboutSize = reply.status === 431 || reply.status === 414;
  return (documented.has(reply.status) || isAboutSize) && !isUnasked
    ? undefined
    : {
        code: "undocumented-status",
        title: isUnasked
          ? "The server answers with status 206 (a part of the content), but no part was asked for"
          : `The server answers with status ${reply.status}, which the protocol does not have`,
        expected:
          "Success is status 200 (206 for a part of the content), an error of the route 409, a wrong call 400, " +
          "missing credentials 401. Others: 403, 404, 405, 408, 413, 415, 416, 429, 503.",
        cause: `status ${reply.status}`,
      };
};
