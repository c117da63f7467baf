import { bodyIncomplete, BodyText, bodyTooLarge, type ServerRequest } from "./server-request.js";
import type { ServerCore } from "./server.js";

/** Serves on platforms that speak in `Request` and `Response`: workers, Deno, Bun, Hono. It never rejects. */
export function toFetchHandler(core: ServerCore): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, headers, body } = await core(serverRequest(request));
    return new Response(body, { status, headers });
  };
}

function serverRequest(request: Request): ServerRequest {
  return {
    method: request.method,
    url: request.url,
    header: (name) => request.headers.get(name) ?? undefined,
    text: async (limit) => {
      const body = new BodyText(limit);
      const reader = request.body?.getReader();
      for (let read = await next(reader); !read.done; read = await next(reader)) {
        if (!body.add(read.value)) {
          void reader?.cancel().catch(() => undefined); // the rest of it is nobody's concern
          throw bodyTooLarge(limit);
        }
      }
      return body.text();
    },
  };
}

/** A chunk of a body, or its end. */
type Reading = { readonly done: false; readonly value: Uint8Array } | { readonly done: true };

async function next(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<Reading> {
  try {
    const reading = await reader?.read();
    return reading?.done === false ? reading : { done: true };
  } catch {
    throw bodyIncomplete();
  }
}
