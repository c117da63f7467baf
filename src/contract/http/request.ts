import { headerSafe, stringifyJson } from "../../../templates/runtime/text/json.js";
import type { Binding } from "../../generator/facts/binding-options.js";
import { authorization, type Credentials } from "./credentials.js";
import type { Call, SentRequest } from "./exchange.js";

/** The server that calls are sent to, and what all requests have in common. */
export interface Target {
  readonly url: string;
  /** Host to its URL, for hosts with a URL of their own. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly binding: Binding;
  readonly credentials: Credentials;
  readonly headers: Readonly<Record<string, string>>;
  readonly userAgent: string;
}

/** Returns the request of a call. */
export function requestOf(call: Call, target: Target): SentRequest {
  const { route, arg, content, rawArgument, contentType } = call;
  const base = (target.hosts[route.host] ?? target.url).replace(/\/+$/, "");
  const authorized = authorization(call, target.credentials);
  const json = rawArgument ?? (arg === undefined ? undefined : stringifyJson(arg));
  const isRpc = route.style === "rpc";
  const type = contentType === undefined ? usualType(call, json !== undefined) : contentType;
  const headers = {
    "User-Agent": target.userAgent,
    ...target.headers,
    ...(authorized !== undefined && { Authorization: authorized }),
    ...(type !== null && { "Content-Type": type }),
    ...(!isRpc && { [target.binding.headers.arg]: headerSafe(typeof json === "string" ? json : "null") }),
    ...call.headers,
  };
  const body = isRpc ? json : route.style === "upload" ? new Uint8Array(content ?? []) : undefined;
  return { method: "POST", url: base + route.path, headers, body };
}

function usualType({ route: { style } }: Call, hasJson: boolean): string | null {
  return style === "upload" ? "application/octet-stream" : style === "rpc" && hasJson ? "application/json" : null;
}
