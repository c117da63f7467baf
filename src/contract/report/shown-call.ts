import type { Exchange, SentRequest } from "../http/exchange.js";
import type { Redaction } from "./redaction.js";
import type { ShownCall } from "./report.js";

/** The maximum length of a body, in UTF-16 code units. Longer bodies are truncated. */
const maxCharacters = 2000;
/** The maximum length of a binary body that is shown. */
const maxBytes = 1000;

/** Returns an exchange in the form of reports. */
export function shownCall(
  { request, reply }: Exchange,
  redaction: Redaction,
  binding: { readonly arg: string; readonly result: string },
): ShownCall {
  const { method, url, headers, body } = request;
  const shownHeaders = Object.entries(headers)
    .filter(([name]) => name !== "User-Agent")
    .map(([name, value]) => [name, redaction.header(name, value)] as const);
  const variables = redaction.variables(typeof body === "string" ? body : (headers[binding.arg] ?? ""));
  return {
    method,
    url,
    headers: Object.fromEntries(shownHeaders),
    ...shownBody(body, redaction),
    ...(variables.length > 0 && { variables }),
    status: reply.kind === "answered" ? reply.status : 0,
    reply: cut(
      reply.kind === "failed"
        ? reply.detail
        : redaction.text(reply.headers[binding.result.toLowerCase()] ?? ofBytes(reply.body, redaction)),
    ),
  };
}

function shownBody(body: SentRequest["body"], redaction: Redaction): Pick<ShownCall, "body" | "isBase64"> {
  if (body === undefined) {
    return { body: null };
  }
  const text = typeof body === "string" ? redaction.text(body) : ofBytes(body, redaction);
  // A command on several lines could not be indented.
  const isOneLine = !/^\(\d+ bytes\)$|[\r\n]/.test(text);
  if (typeof body === "string" || isOneLine || body.byteLength > maxBytes) {
    return { body: cut(text) };
  }
  // Each byte becomes a character, because a body that is almost JSON may contain members that must be redacted.
  const shown = redaction.text(String.fromCharCode(...body));
  const escaped = shown.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return { body: btoa(escaped), isBase64: true };
}

function ofBytes(bytes: Uint8Array, redaction: Redaction): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    // Random bytes may happen to be valid UTF-8.
    if (!/[\u0000-\u0008\u000e-\u001f]/.test(text)) {
      return redaction.text(text);
    }
  } catch {
    // The body is not text.
  }
  return `(${bytes.byteLength} bytes)`;
}

function cut(text: string): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}… (${text.length} characters)` : text;
}
