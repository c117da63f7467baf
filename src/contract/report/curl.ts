import type { ShownCall } from "./report.js";

/** Renders a call as a command for a POSIX shell. Variables stand for secrets; everything else is sent as it is written. */
export function curlCommand({ method, url, headers, body, isBase64, variables = [] }: ShownCall): string {
  const [, bytes] = /^\((\d+) bytes\)$/.exec(body ?? "") ?? [];
  const input =
    isBase64 === true
      ? `printf %s ${quoted(body ?? "")} | base64 --decode | `
      : bytes === undefined
        ? ""
        : `head -c ${bytes} /dev/urandom | `;
  const data = body === null ? [] : input === "" ? [`--data-raw ${quoted(body, variables)}`] : ["--data-binary @-"];
  return [
    `${input}curl --request ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${quotedHeader(name, value, variables)}`),
    ...(headers["Content-Type"] === undefined && body !== null ? ["--header 'Content-Type;'"] : []),
    ...data,
  ].join(" \\\n  ");
}

function quotedHeader(name: string, value: string, variables: readonly string[]): string {
  // The whole value of a header, or a token after its scheme, is never data.
  const [, secret] = /^(?:[A-Za-z]+ )?(\$\w+)$/.exec(value) ?? [];
  return value === ""
    ? quoted(`${name};`) // curl does not send "Name:"
    : quoted(`${name}: ${value}`, secret === undefined ? variables : [secret]);
}

/** Quotes a string as one word for the shell, which expands only the given variables in it. */
function quoted(text: string, variables: readonly string[] = []): string {
  const references = variables.map((variable) => variable.replace("$", String.raw`\$`)).join("|");
  const parts = references === "" ? [text] : text.split(new RegExp(String.raw`(${references})(?!\w)`));
  const words = parts.map((part, index) =>
    index % 2 === 1 ? `"${part}"` : part === "" ? "" : `'${part.replaceAll("'", String.raw`'\''`)}'`,
  );
  return words.join("") || "''";
}
