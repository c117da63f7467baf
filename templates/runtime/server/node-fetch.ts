import { bodyTooSlow } from "./body-refusals.js";
import { streamSource, toStream, type ByteSource } from "./byte-source.js";
import type { NodeReply, NodeRequest } from "./node-messages.js";
import { isRefusal } from "./refusal.js";
import type { ServerRequest } from "./request.js";
import { withTimeout } from "./time-limit.js";

/** How long a body may pause while a function reads it, in milliseconds. Functions may have shorter limits of their own. */
const pauseTimeoutMs = 300_000;

/**
 * Calls a function from `Request` to `Response`, and returns the reply: status 500 if the function rejects, 408 if it does so
 * because the body has paused for too long, 400 if no `Request` can be created.
 */
export async function fetchReply(
  handle: (request: Request) => Promise<Response>,
  received: ServerRequest,
  node: NodeRequest,
): Promise<NodeReply> {
  const gone = new AbortController();
  received.onGone(() => gone.abort());
  let request: Request;
  try {
    request = toRequest(received, node, gone.signal);
  } catch {
    return { status: 400, headers: {}, body: "" };
  }
  try {
    const { status, headers, body } = await handle(request);
    const cookies = headers.getSetCookie();
    return {
      status,
      headers: { ...Object.fromEntries(headers), ...(cookies.length > 0 && { "set-cookie": cookies }) },
      body: body === null ? "" : streamSource(body),
    };
  } catch (thrown) {
    if (isRefusal(thrown)) {
      return thrown.reply;
    }
    console.error(thrown);
    return { status: 500, headers: {}, body: "" };
  }
}

/** Throws the platform's error for a method, a host or a header that the platform rejects. */
function toRequest(received: ServerRequest, { headers, socket }: NodeRequest, signal: AbortSignal): Request {
  const { method, url } = received;
  const origin = `${socket?.encrypted === true ? "https" : "http"}://${String(headers[":authority"] ?? headers["host"] ?? "localhost")}`;
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name.startsWith(":") ? [] : [[name, [value].flat().join(", ")]],
  );
  const hasBody = method !== "GET" && method !== "HEAD";
  // A body that is a stream requires `duplex`, which is missing in the types of some platforms.
  const options: RequestInit & { readonly duplex: "half" } = {
    method,
    headers: pairs,
    signal,
    duplex: "half",
    ...(hasBody && { body: toStream(withoutLongPauses(received.content())) }),
  };
  return new Request(url.startsWith("/") ? origin + url : url, options);
}

function withoutLongPauses(body: ByteSource): ByteSource {
  return { next: () => withTimeout(body.next(), pauseTimeoutMs, bodyTooSlow), cancel: (reason) => body.cancel(reason) };
}
