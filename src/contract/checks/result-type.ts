import { resultJson } from "../http/reply-json.js";
import { isSuccess } from "../http/exchange.js";
import { wrongMember } from "../findings/problem.js";
import type { Check } from "./check.js";
import { causeOf, replyMismatch } from "./mismatch.js";

/** Reports a result that does not match its type. */
export const resultType: Check = (exchange, { context: { binding, lookup }, isNewer }, codecs) => {
  const { call, reply } = exchange;
  const { route } = call;
  if (reply.kind === "failed" || !isSuccess(exchange)) {
    return undefined;
  }
  if (!route.hasResult && route.style !== "download" && reply.body.byteLength === 0) {
    return undefined; // clients accept it in place of `null`
  }
  const found = resultJson(exchange, reply, binding.headers.result);
  const subject = `${route.name}#result`;
  if ("problem" in found) {
    const expected =
      route.style === "download"
        ? `The result of a download is JSON in the header ${binding.headers.result}.`
        : "The body of a reply with status 200 is the result as JSON.";
    return { code: "result-type", title: found.problem, expected, cause: found.problem, subject };
  }
  const mismatch = replyMismatch(codecs, "result", found.json, route.route.result, lookup);
  if (mismatch === undefined) {
    return undefined;
  }
  const isAboutNewer = isNewer && mismatch.newer !== undefined;
  return {
    code: isAboutNewer ? mismatch.newer : route.isPoll && mismatch.segments.length > 0 ? "job" : "result-type",
    title: `The result does not match its type: ${mismatch.message}`,
    expected: route.hasResult
      ? "The result has every required field, each value fits its type, and there is nothing else."
      : "The result of the route is Void: the body is null, or empty.",
    cause: causeOf(mismatch),
    detail: mismatch.message,
    subject: mismatch.subject ?? subject,
    wrong: wrongMember(mismatch.segments, found.json),
  };
};
