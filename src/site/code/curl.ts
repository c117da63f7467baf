import type { SampleRequest } from "./request.js";

const credentials: Readonly<Record<SampleRequest["credentials"], readonly string[]>> = {
  token: ['--header "Authorization: Bearer $TOKEN"'],
  app: ['--user "$APP_KEY:$APP_SECRET"'],
  none: [],
};

/** Returns a request as a command for a POSIX shell. */
export function curlCommand({ method, url, credentials: who, headers, body, isDownload }: SampleRequest): string {
  return [
    `curl --request ${method} ${quoted(url.href)}`,
    ...credentials[who],
    ...headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    // Only for requests with a body: an empty one would make curl send the content type of a form.
    ...(body?.kind === "json" ? [`--data-raw ${quoted(body.text)}`] : []),
    ...(body?.kind === "content" ? ["--data-binary @content.bin"] : []),
    ...(isDownload ? ["--output downloaded.bin"] : []),
  ].join(" \\\n  ");
}

/** Quotes a string as one word of the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
