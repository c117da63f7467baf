import { errorPath } from "../../../templates/runtime/routes/error-summary.js";
import { isRefusal, type AnsweredReply } from "../http/exchange.js";
import { bodyJson } from "../http/reply-json.js";
import { findMismatch, type RouteCodecs } from "../route-codecs.js";
import { isMembers } from "../values/places.js";
import type { Check } from "./check.js";
import { causeOf, replyMismatch } from "./mismatch.js";

/**
 * Reports an error of the route with another status than 409, a reply with status 409 whose body is not an error of the
 * route, or a summary that names another error.
 */
export const errorType: Check = ({ call: { route }, reply }, { context: { lookup }, isNewer }, codecs) => {
  if (reply.kind === "failed") {
    return undefined;
  }
  const subject = `${route.name}#error`;
  if (reply.status !== 409) {
    const path = isRefusal(reply.status) ? routeErrorPath(reply, codecs) : undefined;
    return path === undefined
      ? undefined
      : {
          code: "error-type",
          title: `The route's error ${path} is sent with status ${reply.status}`,
          expected:
            "Errors of the route's error type have status 409. Programs take other statuses for other kinds of errors.",
          cause: `status ${reply.status}`,
          subject,
        };
  }
  const form = 'The body of a reply with status 409 is { "error_summary": "…", "error": … }.';
  const found = bodyJson(reply);
  if ("problem" in found) {
    return { code: "error-type", title: found.problem, expected: form, cause: found.problem, subject };
  }
  const body = found.json;
  const missing = ["error_summary", "error"].find((name) => !isMembers(body) || !Object.hasOwn(body, name));
  if (!isMembers(body) || missing !== undefined) {
    return {
      code: "error-type",
      title: `The body of the error has no ${missing ?? "members"}`,
      expected: form,
      cause: `no ${missing ?? "members"}`,
      subject,
    };
  }
  const { error = null, error_summary: summary } = body;
  const mismatch = replyMismatch(codecs, "error", error, route.route.error, lookup);
  if (mismatch !== undefined) {
    const isVoid = lookup.withoutAliases(route.route.error).kind === "void";
    return {
      code: isNewer && mismatch.newer !== undefined ? mismatch.newer : "error-type",
      title: isVoid
        ? "The route answers with an error of its own (status 409), although it has none"
        : `The error does not match the route's error type: ${mismatch.message}`,
      expected: isVoid
        ? "The error type of the route is Void: what goes wrong has another status than 409."
        : "The member error is a value of the route's error type.",
      cause: causeOf(mismatch),
      detail: mismatch.message,
      subject: mismatch.subject ?? subject,
    };
  }
  const path = errorPath(error);
  const isRight =
    typeof summary === "string" && (path === "" || new RegExp(`^${escaped(path)}(?![^/.])`).test(summary));
  return isRight
    ? undefined
    : {
        code: "error-summary",
        title: `error_summary is ${JSON.stringify(summary)}, and does not begin with "${path}/"`,
        expected: "error_summary begins with the tags of the error, from the outside in, each followed by a slash.",
        cause: "summary",
        subject,
      };
};

/** Returns the path of the route's own error in a reply, such as `not_found`; undefined for `other` or if there is no such error. */
function routeErrorPath(reply: AnsweredReply, codecs: RouteCodecs): string | undefined {
  const found = bodyJson(reply);
  const error = "json" in found && isMembers(found.json) ? found.json["error"] : undefined;
  const path = error === undefined ? "" : errorPath(error);
  return path === "" ||
    path === "other" ||
    error === undefined ||
    findMismatch(codecs, "error", error, true) !== undefined
    ? undefined
    : path;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
