import { content, type Scenario, type Wire } from "./scenario.js";

/** The bytes of a request, as a client with a connection that it keeps would send them. */
export function requestBytes({ route, style, arg }: Scenario, { prefix, headers }: Wire): Uint8Array {
  const body = style === "upload" ? content() : new TextEncoder().encode(style === "rpc" ? arg : "");
  const lines = [
    `POST ${prefix}${route} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Authorization: Bearer some-token",
    ...(style === "rpc" ? [] : [`${headers.arg}: ${arg}`]),
    ...(style === "rpc" && arg !== "" ? ["Content-Type: application/json"] : []),
    ...(style === "upload" ? ["Content-Type: application/octet-stream"] : []),
    `Content-Length: ${body.byteLength}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]);
}
