import { bodyText, isSuccess, type AnsweredReply } from "../http/exchange.js";
import type { Check } from "./check.js";
import { errorType, resultType } from "./type-checks.js";

/** Reports a result or an error that is not declared as JSON, or an HTML page in place of a message. */
const contentType: Check = ({ call: { route }, reply }) => {
  if (reply.kind === "failed") {
    return undefined;
  }
  const type = (reply.headers["content-type"] ?? "").toLowerCase();
  const hasJson = reply.status === 409 || (reply.status === 200 && route.style !== "download");
  if (hasJson && !isJson(type) && !isEmptyVoid(reply, route.hasResult)) {
    const what = reply.status === 409 ? "An error" : "A result";
    return {
      code: "content-type",
      title: type === "" ? `${what} is sent without a Content-Type` : `${what} is sent with the Content-Type ${type}`,
      expected: `${what} is JSON, and is sent with the Content-Type application/json.`,
      cause: `${reply.status} ${mediaType(type)}`,
    };
  }
  if (isHtml(type, reply) && [200, 206, 400, 401, 403].includes(reply.status)) {
    return {
      code: "content-type",
      title: `The reply with status ${reply.status} is a page of HTML`,
      expected: "Programs read replies: a refusal is plain text or JSON, a result JSON, a download its content.",
      cause: `${reply.status} html`,
    };
  }
  return undefined;
};

function isJson(type: string): boolean {
  return mediaType(type) === "application/json";
}

function mediaType(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim();
}

/** Whether the reply of a route without a result has an empty body, which clients accept. */
function isEmptyVoid({ status, body }: AnsweredReply, hasResult: boolean): boolean {
  return status === 200 && !hasResult && body.byteLength === 0;
}

/** Downloaded content may be HTML. */
function isHtml(type: string, reply: AnsweredReply): boolean {
  return (
    reply.status >= 400 && (mediaType(type) === "text/html" || /^\s*<(!doctype html|html)\b/i.test(bodyText(reply)))
  );
}

/** Reports a body whose length differs from its Content-Length, or a body that is truncated. */
const contentLength: Check = (exchange) => {
  const { call, reply } = exchange;
  if (reply.kind === "failed") {
    return undefined;
  }
  const { headers, body, isCut } = reply;
  const declared = headers["content-encoding"] === undefined ? headers["content-length"] : undefined;
  const isWrong = declared !== undefined && Number(declared) !== body.byteLength;
  if (!isCut && !isWrong) {
    return undefined;
  }
  const isContent = call.route.style === "download" && isSuccess(exchange);
  const title = isWrong
    ? `The reply has ${body.byteLength} bytes, but Content-Length says ${declared}`
    : `The connection is closed after ${body.byteLength} bytes, before the end of the body`;
  return {
    code: isContent || !isCut ? "content" : "server-error",
    title,
    expected: "Content-Length is the number of bytes of the body, and all of them are sent.",
    cause: "length",
  };
};

/** Reports a status of 500, 502 or 504, a timeout, or a connection that was closed without a reply. */
const serverError: Check = ({ call: { route }, reply }, { timeout }) => {
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

const documented = new Set([200, 206, 400, 401, 403, 404, 405, 408, 409, 413, 415, 416, 429, 503]);
/** Server failures, which have their own check. */
const failures = new Set([500, 502, 504]);

/** Statuses by which servers say that they do not have a route. */
export const statusesOfMissingRoutes = new Set([404, 405, 410, 501]);

/** Reports a status that the protocol does not define. */
const undocumentedStatus: Check = ({ call: { route }, reply, request }) => {
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

/**
 * The checks of every reply, in order. Only the first problem is reported, because later checks would find its consequences.
 */
export const replyChecks: readonly Check[] = [
  serverError,
  undocumentedStatus,
  contentLength,
  contentType,
  resultType,
  errorType,
];
