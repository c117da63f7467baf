import { base64 } from "../../runtime/text/bytes.js";
import { headerSafe, parseJson, stringifyJson } from "../../runtime/text/json.js";
import type { Binding } from "../../runtime/routes/binding.js";
import { attributeText, type RouteInfo } from "../../runtime/routes/route.js";

/** The call that a reader wants to make. */
export interface Call {
  readonly route: RouteInfo;
  readonly style: "rpc" | "upload" | "download";
  /** The argument as the reader typed it. */
  readonly arg: string;
  /** The content of an upload. */
  readonly content: Blob;
  /** The value of the header `Authorization`; undefined for none. */
  readonly authorization: string | undefined;
  /** The base of the URL. */
  readonly host: string;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request before it is sent. */
export interface PreparedRequest {
  readonly url: string;
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Blob | undefined;
}

/** Returns the request for a call. To avoid a preflight request, data that would require one is sent in the URL. */
export function prepareRequest(call: Call, binding: Binding, avoidPreflight: boolean): PreparedRequest {
  const { route, style, authorization } = call;
  const headers: Record<string, string> = { ...call.headers };
  const query = new URLSearchParams();
  if (style !== "rpc") {
    if (avoidPreflight) {
      query.set("arg", compact(call.arg));
    } else {
      headers[binding.headers.arg] = headerSafe(compact(call.arg));
    }
  }
  const type = style === "upload" ? "application/octet-stream" : "application/json";
  if (style === "upload" || (style === "rpc" && route.hasArg)) {
    headers["Content-Type"] = avoidPreflight ? binding.preflightFreeType : type;
  }
  if (authorization !== undefined) {
    if (avoidPreflight) {
      query.set("authorization", authorization);
    } else {
      headers["Authorization"] = authorization;
    }
  }
  if (avoidPreflight) {
    query.set("reject_cors_preflight", "true");
  }
  const url = `${call.host.replace(/\/+$/, "")}${binding.prefix}${route.path}`;
  return {
    url: avoidPreflight ? `${url}?${query.toString()}` : url,
    method: "POST",
    headers,
    body: style === "upload" ? call.content : style === "rpc" && route.hasArg ? call.arg : undefined,
  };
}

/** Returns the URL of a route's host; empty if the binding does not define it. */
export function hostOf(route: RouteInfo, binding: Binding): string {
  const name = attributeText(route, binding.attributes.host) ?? "";
  return Object.hasOwn(binding.hosts, name) ? (binding.hosts[name] ?? "") : "";
}

/** Returns the value of the header `Authorization` for an app. */
export function basicAuthorization(key: string, secret: string): string {
  return `Basic ${base64(new TextEncoder().encode(`${key}:${secret}`))}`;
}

/** Removes line breaks, which headers cannot contain, from JSON. In text that is not JSON, spaces replace white space. */
function compact(json: string): string {
  try {
    return stringifyJson(parseJson(json === "" ? "null" : json));
  } catch {
    return json.replace(/\s+/g, " ");
  }
}
