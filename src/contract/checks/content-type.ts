import { bodyText, type AnsweredReply } from "../http/exchange.js";
import type { Check } from "./check.js";

/** Reports a result or an error that is not declared as JSON, or an HTML page in place of a message. */
export const contentType: Check = ({ call: { route }, reply }) => {
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
