import type { Binding } from "../routes/binding.js";
import { badRequest } from "./refusal.js";
import type { ServerReply } from "./reply.js";
import type { ServerRequest } from "./request.js";

/** The origins that may call a service from a browser: all (`*`), the listed ones, or none (undefined). */
export type AllowedOrigins = "*" | readonly string[] | undefined;

/** Returns a function that returns the headers with which a page can read the reply to a request. */
export function crossOriginHeaders(
  binding: Binding,
  allowed: "*" | readonly string[],
): (request: ServerRequest, query: string) => Readonly<Record<string, string>> {
  const exposed = [binding.headers.result, "ETag", "Accept-Ranges", "Content-Range", "Retry-After", "X-Request-Id"];
  const exposedList = exposed.join(", ");
  const vary = allowed === "*" ? undefined : { Vary: "Origin" };
  return (request, query) => {
    if (isUnwantedPreflight(request, query)) {
      return {};
    }
    const origin = allowedOrigin(allowed, request);
    return origin === undefined
      ? { ...vary }
      : { ...vary, "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": exposedList };
  };
}

/**
 * Returns the reply to a preflight request for a route with these methods. Throws a `Refusal` if the URL declares that the call
 * avoids preflight requests: then the page has set a header by mistake.
 */
export function preflightReply(
  methods: readonly string[],
  allowed: AllowedOrigins,
  request: ServerRequest,
  query: string,
): ServerReply {
  if (isUnwantedPreflight(request, query)) {
    throw badRequest("This call needs a preflight request, which reject_cors_preflight rejects");
  }
  const list = methods.join(", ");
  if (allowedOrigin(allowed ?? [], request) === undefined) {
    return { status: 204, headers: { Allow: list }, body: "" };
  }
  // An allowed origin may send any headers: handlers decide which ones they read.
  const headers = request.header("access-control-request-headers") ?? "";
  return {
    status: 204,
    headers: {
      Allow: list,
      "Access-Control-Allow-Methods": list,
      ...(/^[\w!#$%&'*+.^`|~, -]+$/.test(headers) && { "Access-Control-Allow-Headers": headers }),
    },
    body: "",
  };
}

function isUnwantedPreflight(request: ServerRequest, query: string): boolean {
  return request.method === "OPTIONS" && query.split("&").includes("reject_cors_preflight=true");
}

function allowedOrigin(allowed: "*" | readonly string[], request: ServerRequest): string | undefined {
  const origin = request.header("origin");
  return allowed === "*" ? "*" : allowed.find((each) => each === origin);
}
