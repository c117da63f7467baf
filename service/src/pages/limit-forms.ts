import type { MiddlewareHandler } from "hono";

/** The largest form, in bytes. */
const largest = 65_536;

/** The number of bytes of a larger request that are read. */
const maxBytesRead = 16 * 1_048_576;

/**
 * Rejects compressed forms and forms that are too large. These are read first, because many clients read the response only
 * after sending the whole request, and because the connection can then be reused. If much more is sent, it is closed.
 */
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
  for (let read = await reader.read(); !read.done && size <= maxBytesRead; read = await reader.read()) {
    size += read.value.length;
    if (size <= largest) {
      pieces.push(read.value);
    }
  }
  if (size > largest) {
    await reader.cancel();
    return context.text(`The request body is larger than ${largest} bytes`, 413);
  }
  context.req.raw = new Request(raw, { body: Buffer.concat(pieces) });
  return next();
};
