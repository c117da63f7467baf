import type { Wire } from "./scenario.js";

/** A call to serialize. */
export interface Request {
  /** The route, such as `files/get_metadata`. */
  readonly route: string;
  readonly style: "rpc" | "upload" | "download";
  /** The JSON text of the argument; empty if there is none. */
  readonly arg: string;
  readonly token: string;
  /** The content of an upload. */
  readonly content?: Uint8Array;
}

/** Returns the bytes of a request, as a client with a persistent connection would send them. */
export function requestBytes({ route, style, arg, token, content }: Request, { prefix, headers }: Wire): Uint8Array {
  const body =
    style === "upload" ? (content ?? new Uint8Array()) : new TextEncoder().encode(style === "rpc" ? arg : "");
  const lines = [
    `POST ${prefix}${route} HTTP/1.1`,
    "Host: 127.0.0.1",
    `Authorization: Bearer ${token}`,
    ...(style === "rpc" ? [] : [`${headers.arg}: ${arg}`]),
    ...(style === "rpc" && arg !== "" ? ["Content-Type: application/json"] : []),
    ...(style === "upload" ? ["Content-Type: application/octet-stream"] : []),
    `Content-Length: ${body.byteLength}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]);
}
