import { isSuccess } from "../http/exchange.js";
import type { Check } from "./check.js";

/** Reports a body whose length differs from its Content-Length, or a body that is truncated. */
export const contentLength: Check = (exchange) => {
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
