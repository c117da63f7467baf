import { bodyIncomplete, bodyTooLarge, bodyTooSlow } from "./body-refusals.js";
import { BodyText } from "./body-text.js";
import { streamSource, toStream, type ByteSource } from "./byte-source.js";
import type { ServerReply } from "./reply.js";
import type { ServerCore } from "./server.js";
import type { ServerRequest } from "./request.js";
import { withTimeout } from "./time-limit.js";

/** Returns a handler for platforms that use `Request` and `Response`: workers, Deno, Bun, Hono. The handler never rejects. */
export function toFetchHandler(core: ServerCore): (request: Request) => Promise<Response> {
  return async (request) => {
    const reply = await core(serverRequest(request));
    return toResponse(request.method === "HEAD" ? { ...reply, body: "" } : reply);
  };
}

/**
 * Converts a reply into a `Response`. If the platform rejects the headers, closes the content and throws the platform's error.
 */
export function toResponse({ status, headers, body }: ServerReply): Response {
  if (typeof body === "string") {
    // Some replies, such as 304, must not have a body, not even an empty one.
    return new Response(body === "" ? null : body, { status, headers });
  }
  try {
    return new Response(toStream(body), { status, headers });
  } catch (thrown) {
    void body.cancel(thrown);
    throw thrown;
  }
}

function serverRequest(request: Request): ServerRequest {
  return {
    method: request.method,
    url: request.url,
    header: (name) => request.headers.get(name) ?? undefined,
    text: async (limit, milliseconds) => {
      const reader = request.body?.getReader();
      if (reader === undefined) {
        return "";
      }
      try {
        return await withTimeout(readText(reader, limit), milliseconds, bodyTooSlow);
      } finally {
        reader.cancel().catch(() => undefined); // the rest of the body is not needed
      }
    },
    content: () => (request.body === null ? nothing : streamSource(request.body)),
    onGone: (listener) => {
      if (request.signal.aborted) {
        listener();
      } else {
        request.signal.addEventListener("abort", listener, { once: true });
      }
    },
  };
}

async function readText(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number): Promise<string> {
  const body = new BodyText(limit);
  for (let read = await next(reader); !read.done; read = await next(reader)) {
    if (!body.add(read.value)) {
      throw bodyTooLarge(limit);
    }
  }
  return body.text();
}

/** A chunk of a body, or the end of the body. */
type Reading = { readonly done: false; readonly value: Uint8Array } | { readonly done: true };

async function next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Reading> {
  try {
    const reading = await reader.read();
    return reading.done ? { done: true } : reading;
  } catch {
    throw bodyIncomplete();
  }
}

const nothing: ByteSource = { next: () => Promise.resolve(undefined), cancel: () => Promise.resolve() };
