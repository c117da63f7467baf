import { badCall, bodyTooLarge, Refusal } from "./refusal.js";
import type { Binding } from "../routes/binding.js";
import { parseJson, repeatedKey } from "../text/json.js";
import type { RouteInfo } from "../routes/route.js";
import { textReply, withHeaders } from "./reply.js";
import { queryParameter, type ServerRequest } from "./request.js";
import { isObject } from "../codecs/composites.js";

/** Received JSON, and the part of the request that contained it, for messages. */
export interface ReceivedJson {
  readonly json: unknown;
  readonly place: string;
}

/**
 * Throws a {@link Refusal} if the body is compressed: it is not decompressed, and its bytes must not be treated as the
 * content (RFC 9110, sections 8.4 and 12.5.3).
 */
export function checkEncoding(request: ServerRequest): void {
  const encoding = request.header("content-encoding") ?? "";
  if (encoding !== "" && encoding.toLowerCase() !== "identity") {
    const message = `The Content-Encoding ${JSON.stringify(encoding)} is not supported. Send the body without encoding`;
    throw new Refusal(message, withHeaders(textReply(415, message), { "Accept-Encoding": "identity" }));
  }
}

/**
 * Returns the argument of an RPC call, from the body. Throws a {@link Refusal} for a body that is too large, late or not JSON.
 */
export function bodyArgument(
  binding: Binding,
  route: RouteInfo,
  request: ServerRequest,
  limit: number,
  milliseconds: number,
): ReceivedJson | Promise<ReceivedJson> {
  const type = request.header("content-type");
  // A route without an argument ignores the content type.
  if (route.hasArg && type !== undefined && !isType(type, "application/json", binding)) {
    throw wrongType(route, "application/json", type);
  }
  if (Number(request.header("content-length")) > limit) {
    throw bodyTooLarge(limit);
  }
  const text = request.text(limit, milliseconds);
  return typeof text === "string" ? readBody(route, text, type) : text.then((text) => readBody(route, text, type));
}

function readBody(route: RouteInfo, text: string, type: string | undefined): ReceivedJson {
  if (text !== "" && route.hasArg && type === undefined) {
    throw wrongType(route, "application/json", type);
  }
  return { json: readJson(route, text, "request body"), place: "request body" };
}

/**
 * Returns the argument of an upload or download. It is in a header or, for callers that cannot set headers, in the URL. Throws a
 * {@link Refusal} if it is invalid or present in both.
 */
export function headArgument(
  binding: Binding,
  route: RouteInfo,
  request: ServerRequest,
  query: string,
  limit: number,
): ReceivedJson {
  const name = binding.headers.arg;
  const header = request.header(name.toLowerCase());
  const parameter = argParameter(route, query);
  if (header !== undefined && parameter !== undefined) {
    throw badCall(route, `the argument is both in the header ${name} and in the URL`);
  }
  const place = parameter !== undefined ? "URL parameter arg" : header ? `header ${name}` : `missing header ${name}`;
  const text = parameter ?? decodeHeader(header ?? "");
  if (text.length > limit) {
    // RFC 6585, section 5, and RFC 9110, section 15.5.15.
    throw tooLong(parameter === undefined ? 431 : 414, `The ${place} is longer than ${limit} characters`);
  }
  const json = readJson(route, text, place);
  // Some clients, such as the Dropbox SDK, send `{}` to a route without an argument.
  return { json: route.hasArg || !isEmptyObject(json) ? json : null, place };
}

/** Throws a {@link Refusal} if an upload has an unsupported content type. */
export function checkUploadType(binding: Binding, route: RouteInfo, request: ServerRequest): void {
  const type = request.header("content-type");
  if (type !== undefined && !isType(type, "application/octet-stream", binding)) {
    throw wrongType(route, "application/octet-stream", type);
  }
}

function argParameter(route: RouteInfo, query: string): string | undefined {
  try {
    return queryParameter(query, "arg");
  } catch (thrown) {
    throw badCall(route, `the URL parameter arg ${thrown instanceof Error ? thrown.message : ""}`);
  }
}

/**
 * Parses JSON. An empty string counts as null, which matches an argument without required fields. Throws a {@link Refusal} for
 * invalid JSON and for repeated keys.
 */
function readJson(route: RouteInfo, text: string, place: string): unknown {
  if (text === "") {
    return null;
  }
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (thrown) {
    throw badCall(route, `${place}: not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  const key = repeatedKey(text, json);
  if (key !== undefined) {
    throw badCall(route, `${place}: an object has the key ${JSON.stringify(key)} twice`);
  }
  return json;
}

/** Returns the text of a header. Platforms decode headers as Latin-1, but clients that do not escape characters send UTF-8. */
function decodeHeader(header: string): string {
  if (!/[\x80-\xff]/.test(header)) {
    return header;
  }
  try {
    const bytes = Uint8Array.from(header, (unit) => unit.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return header;
  }
}

/** Returns whether a content type is the expected one, with any parameters, or the type that avoids preflight requests. */
function isType(type: string, expected: string, binding: Binding): boolean {
  return type === expected || mediaType(type) === expected || plain(type) === plain(binding.preflightFreeType);
}

function mediaType(type: string): string {
  return (/^[^;]*/.exec(type)?.[0] ?? "").trim().toLowerCase();
}

/** Returns a content type in lower case, without spaces and quotes. */
function plain(type: string): string {
  return type.toLowerCase().replace(/[\s"]/g, "");
}

function isEmptyObject(json: unknown): boolean {
  return isObject(json) && Object.keys(json).length === 0;
}

function wrongType(route: RouteInfo, expected: string, found: string | undefined): Refusal {
  const what = found === undefined ? "nothing" : JSON.stringify(found);
  return badCall(route, `content type: expected ${expected}, found ${what}`);
}

function tooLong(status: number, message: string): Refusal {
  return new Refusal(message, textReply(status, message));
}
