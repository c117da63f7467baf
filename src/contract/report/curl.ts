import type { ShownCall } from "./report.js";

/** A call as a command of a POSIX shell. Variables stand for tokens. */
export function curlCommand({ method, url, headers, body }: ShownCall): string {
  const data =
    body === null ? [] : /^\(\d+ bytes\)$/.test(body) ? ["--data-binary @content.bin"] : [`--data-raw ${quoted(body)}`];
  return [
    `curl --request ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(headers["Content-Type"] === undefined && body !== null ? ["--header 'Content-Type;'"] : []),
    ...data,
  ].join(" \\\n  ");
}

/** A text as one word of the shell, in which names of variables are replaced by their values. */
function quoted(text: string): string {
  const parts = text.split(/(\$[A-Za-z_]\w*)/);
  return parts
    .map((part, index) =>
      index % 2 === 1 ? `"${part}"` : part === "" ? "" : `'${part.replaceAll("'", String.raw`'\''`)}'`,
    )
    .join("");
}
