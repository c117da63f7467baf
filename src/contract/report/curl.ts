import type { ShownCall } from "./report.js";

/** Renders a call as a command for a POSIX shell. Variables stand for tokens. */
export function curlCommand({ method, url, headers, body, isBase64 }: ShownCall): string {
  const [, bytes] = /^\((\d+) bytes\)$/.exec(body ?? "") ?? [];
  const input =
    isBase64 === true
      ? `printf %s ${quoted(body ?? "")} | base64 --decode | `
      : bytes === undefined
        ? ""
        : `head -c ${bytes} /dev/urandom | `;
  const data = body === null ? [] : input === "" ? [`--data-raw ${quoted(body)}`] : ["--data-binary @-"];
  return [
    `${input}curl --request ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(headers["Content-Type"] === undefined && body !== null ? ["--header 'Content-Type;'"] : []),
    ...data,
  ].join(" \\\n  ");
}

/** Quotes a string as one word for the shell, which still expands variables in it. */
function quoted(text: string): string {
  const parts = text.split(/(\$[A-Za-z_]\w*)/);
  return parts
    .map((part, index) =>
      index % 2 === 1 ? `"${part}"` : part === "" ? "" : `'${part.replaceAll("'", String.raw`'\''`)}'`,
    )
    .join("");
}
