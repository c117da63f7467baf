import type { SampleRequest } from "./request.js";

const credentials: Readonly<Record<SampleRequest["credentials"], readonly string[]>> = {
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
    ...credentials[who],
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...length,
    "",
    body?.kind === "json" ? body.text : body?.kind === "content" ? "(content)" : "",
  ].join("\n");
}
