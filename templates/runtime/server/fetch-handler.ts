import { streamSource, toStream, type ByteSource } from "./content.js";
import { bodyIncomplete, bodyTooLarge, bodyTooSlow } from "./refusal.js";
import type { ServerReply } from "./reply.js";
import { BodyText, type ServerRequest } from "./request.js";
import { contentReply, type ServedContent } from "./served-content.js";
import type { ServerCore } from "./server.js";
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

/** Handles requests. It never rejects. */
export interface Handler {
  (request: Request): Promise<Response>;
  /** The same handler without `Request` and `Response` objects, for platforms that do not use them. */
  readonly core: ServerCore;
}

export function toHandler(core: ServerCore): Handler {
  return Object.assign(toFetchHandler(core), { core });
}

/** The options of {@link contentResponse}. */
export interface ContentResponseOptions {
  /** Additional headers, such as `Content-Disposition`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called with errors that occur while the content is being sent, when it is too late for an error response. */
  readonly onError?: ((error: unknown) => void | Promise<void>) | undefined;
}

/**
 * Responds to a request that is not a call of a route, such as one for a temporary link, in the same way as to a download:
 * with ranges, entity tags and `HEAD`. Rejects with an Error for an invalid size, tag, type or header.
 */
export async function contentResponse(
  request: Request,
  served: ServedContent,
  { headers = {}, onError }: ContentResponseOptions = {},
): Promise<Response> {
  const { method } = request;
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  return toResponse(
    await contentReply({ method, header }, served, headers, (error) => void reportFailure(onError, error)),
  );
}

async function reportFailure(report: ContentResponseOptions["onError"], error: unknown): Promise<void> {
  try {
    await report?.(error);
  } catch {
    // A failing callback must not end the process.
  }
}
