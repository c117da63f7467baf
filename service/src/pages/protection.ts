import type { MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import { secureHeaders } from "hono/secure-headers";
import type { PageEnvironment } from "./session.js";

/** The largest form, in bytes. */
const largestForm = 65_536;

/** Rejects compressed forms and forms that are too large. */
export const limitForms: MiddlewareHandler = async (context, next) => {
  const { raw } = context.req;
  if (raw.body === null) {
    return next();
  }
  const encoding = raw.headers.get("Content-Encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    const message = `The Content-Encoding ${JSON.stringify(encoding)} is not supported.`;
    return context.text(message, 415, { "Accept-Encoding": "identity" });
  }
  const reader = raw.body.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done && size <= largestForm; read = await reader.read()) {
    size += read.value.length;
    pieces.push(read.value);
  }
  if (size > largestForm) {
    await reader.cancel();
    return context.text(`The request body is larger than ${largestForm} bytes`, 413);
  }
  context.req.raw = new Request(raw, { body: Buffer.concat(pieces) });
  return next();
};

/**
 * Prevents pages from being framed, cached, or loading foreign resources, and limits the size of forms. Only pages that use
 * passkeys can run a script, which is a file of the service.
 */
export const protection: MiddlewareHandler<PageEnvironment> = every(
  limitForms,
  async (context, next) => {
    await next();
    if (context.get("hasScript") === true) {
      const policy = context.res.headers.get("Content-Security-Policy") ?? "";
      context.header("Content-Security-Policy", `${policy}; script-src 'self'`);
    }
  },
  secureHeaders({
    // Without `formAction`, because browsers would apply it to the redirect after a form, whose target the app chooses.
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: "DENY",
    // The HTTP server sets it for all responses.
    strictTransportSecurity: false,
    // An app may open the page in a separate window and wait for the result.
    crossOriginOpenerPolicy: false,
  }),
  async (context, next) => {
    await next();
    context.header("Cache-Control", "no-store");
  },
);
