import type { MiddlewareHandler } from "hono";

/** The largest form, in bytes. */
const largest = 65_536;

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
  for (let read = await reader.read(); !read.done && size <= largest; read = await reader.read()) {
    size += read.value.length;
    pieces.push(read.value);
  }
  if (size > largest) {
    await reader.cancel();
    return context.text(`The request body is larger than ${largest} bytes`, 413);
  }
  context.req.raw = new Request(raw, { body: Buffer.concat(pieces) });
  return next();
};
