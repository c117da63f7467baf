import type { Exchange } from "../http/exchange.js";
import type { Redaction } from "./redaction.js";
import type { ShownCall } from "./report.js";

/** Longer bodies are cut. */
const mostCharacters = 2000;

/** An exchange as a report shows it. */
export function shownCall({ request, reply }: Exchange, redaction: Redaction, binding: { result: string }): ShownCall {
  const { method, url, headers, body } = request;
  const shownHeaders = Object.entries(headers)
    .filter(([name]) => name !== "User-Agent")
    .map(([name, value]) => [name, redaction.header(name, value)] as const);
  return {
    method,
    url,
    headers: Object.fromEntries(shownHeaders),
    body: body === undefined ? null : cut(typeof body === "string" ? redaction.text(body) : ofBytes(body, redaction)),
    status: reply.kind === "answered" ? reply.status : 0,
    reply: cut(
      reply.kind === "failed"
        ? reply.detail
        : redaction.text(reply.headers[binding.result.toLowerCase()] ?? ofBytes(reply.body, redaction)),
    ),
  };
}

function ofBytes(bytes: Uint8Array, redaction: Redaction): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // Random bytes may be UTF-8 by chance.
    if (!/[\u0000-\u0008\u000e-\u001f]/.test(text)) {
      return redaction.text(text);
    }
  } catch {
    // It is no text.
  }
  return `(${bytes.byteLength} bytes)`;
}

function cut(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}… (${text.length} characters)` : text;
}
