import { pathPrefix, routePath } from "../../generator/facts/binding-options.js";
import { attributeText, authenticationKinds, routeStyle } from "../../generator/facts/context.js";
import type { Json, Namespace, Route } from "../../ir/api.js";
import type { Site } from "../site.js";
import { jsonLines, jsonText } from "./json.js";
import { quoteForShell } from "../../text/shell.js";

/** How the caller is authenticated: by a token, by the key and secret of an app, or not at all. */
export type Credentials = "token" | "app" | "none";

/** A request to a route, as curl and raw HTTP show it. */
interface SampleRequest {
  readonly method: "POST";
  readonly url: URL;
  readonly credentials: Credentials;
  /** In addition to `Authorization`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: { readonly kind: "json"; readonly text: string } | { readonly kind: "content" } | undefined;
  /** Whether the body of the response is the content of a file. */
  readonly isDownload: boolean;
}

/** A placeholder host, for an API without a configured host. */
const unknownHost = "https://api.example.com";

/** The URL of a route. */
export function routeUrl(route: Route, namespace: Namespace, { context: { binding } }: Site): URL {
  const host = attributeText(route, binding.attributes.host) ?? "";
  const base = Object.hasOwn(binding.hosts, host) ? binding.hosts[host] : undefined;
  const path = pathPrefix(binding) + routePath(namespace.name, route, binding);
  return new URL((base ?? unknownHost).replace(/\/+$/, "") + path);
}

/** How a caller of a route is authenticated: by a token if the route accepts one. */
export function credentialsOf(route: Route, site: Site): Credentials {
  const kinds = authenticationKinds(route, site.context);
  if (kinds.length === 0 || kinds.includes("user") || kinds.includes("team")) {
    return "token";
  }
  return kinds.includes("app") ? "app" : "none";
}

/** A sample request for a route; `arg` is undefined if the route has no argument. */
export function sampleRequest(route: Route, namespace: Namespace, arg: Json | undefined, site: Site): SampleRequest {
  const { binding } = site.context;
  const style = routeStyle(route, site.context);
  const base = {
    method: "POST",
    url: routeUrl(route, namespace, site),
    credentials: credentialsOf(route, site),
    isDownload: style === "download",
  } as const;
  if (style === "rpc") {
    return arg === undefined
      ? { ...base, headers: [], body: undefined }
      : {
          ...base,
          headers: [["Content-Type", "application/json"]],
          body: { kind: "json", text: jsonLines(arg) },
        };
  }
  const inHeader = [binding.headers.arg, headerSafe(jsonText(arg ?? null, "line"))] as const;
  return style === "upload"
    ? { ...base, headers: [inHeader, ["Content-Type", "application/octet-stream"]], body: { kind: "content" } }
    : { ...base, headers: [inHeader], body: undefined };
}

/** JSON for a header, with all characters except printable ASCII escaped. */
function headerSafe(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const curlCredentials: Readonly<Record<SampleRequest["credentials"], readonly string[]>> = {
  token: ['--header "Authorization: Bearer $TOKEN"'],
  app: ['--user "$APP_KEY:$APP_SECRET"'],
  none: [],
};

/** Returns a request as a command for a POSIX shell. */
export function curlCommand({ method, url, credentials: who, headers, body, isDownload }: SampleRequest): string {
  return [
    `curl --request ${method} ${quoteForShell(url.href)}`,
    ...curlCredentials[who],
    ...headers.map(([name, value]) => `--header ${quoteForShell(`${name}: ${value}`)}`),
    // Only for requests with a body: an empty one would make curl send the content type of a form.
    ...(body?.kind === "json" ? [`--data-raw ${quoteForShell(body.text)}`] : []),
    ...(body?.kind === "content" ? ["--data-binary @content.bin"] : []),
    ...(isDownload ? ["--output downloaded.bin"] : []),
  ].join(" \\\n  ");
}

const httpCredentials: Readonly<Record<SampleRequest["credentials"], readonly string[]>> = {
  token: ["Authorization: Bearer TOKEN"],
  app: ["Authorization: Basic BASE64_OF_KEY_AND_SECRET"],
  none: [],
};

/** Returns a request as the text of HTTP/1.1. The content of an upload is omitted. */
export function httpText({ method, url, credentials: who, headers, body }: SampleRequest): string {
  const length = body?.kind === "json" ? [`Content-Length: ${new TextEncoder().encode(body.text).length}`] : [];
  return [
    `${method} ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    ...httpCredentials[who],
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...length,
    "",
    body?.kind === "json" ? body.text : body?.kind === "content" ? "(content)" : "",
  ].join("\n");
}
