import {
  AccessError,
  AuthenticationError,
  BadRequestError,
  ProtocolError,
  RateLimitError,
  RouteError,
  ServerError,
  type CallError,
  type ReceivedResponse,
} from "./errors.js";
import { errorPath } from "../routes/error-summary.js";
import { isObject } from "../codecs/composites.js";
import { shorten } from "../codecs/shorten.js";
import { retryAfter } from "./retry-after.js";
import type { Route } from "../routes/route.js";
import { readValue, type ReplyReader } from "./validation.js";

/** The response to a successful call. */
export interface Reply<Result> {
  readonly result: Result;
  /** The HTTP status. */
  readonly status: number;
  readonly headers: Headers;
}

/** A route, for functions that use only its decoders. */
export type ReadableRoute<Result, E> = Route<never, Result, E, unknown, never, never>;

/** Reads a response: returns the result, or throws the `CallError` that the response represents. */
export function readReply<Result, E>(
  route: ReadableRoute<Result, E>,
  response: ReceivedResponse,
  reader: ReplyReader,
): Reply<Result> {
  const { status, headers } = response;
  if (status < 200 || status > 299) {
    throw replyError(route, response, reader);
  }
  return { result: readResult(route, response, reader), status, headers };
}

/** Returns the `CallError` that an unsuccessful response represents. */
export function replyError<E>(
  route: ReadableRoute<unknown, E>,
  response: ReceivedResponse,
  reader: ReplyReader,
): CallError {
  return response.status === 409 ? routeError(route, response, reader) : failure(route.path, response);
}

/** Returns the result of a successful call. `body` is the JSON of the result, even if it came in a header. */
export function readResult<Result, E>(
  route: ReadableRoute<Result, E>,
  response: ReceivedResponse,
  reader: ReplyReader,
): Result {
  const { body } = response;
  const isEmpty = body.trim() === "";
  if (isEmpty && route.hasResult) {
    throw new ProtocolError(route.path, response, `${route.path}: the response has no result`);
  }
  const decode = (json: unknown): Result => route.decodeResult(json);
  try {
    const json = isEmpty ? null : reader.parse(body);
    // A Void needs no validation: its value is always the same.
    return route.hasResult ? readValue(route, "result", json, decode, reader) : decode(json);
  } catch (cause) {
    throw unreadable(route.path, response, "result", cause);
  }
}

/** Returns the route's own error, with or without the service's envelope. */
function routeError<E>(route: ReadableRoute<unknown, E>, response: ReceivedResponse, reader: ReplyReader): CallError {
  let summary: string | undefined;
  try {
    const json = reader.parse(response.body);
    const envelope: Envelope = isEnvelope(json) ? json : { error: json };
    summary = typeof envelope.error_summary === "string" ? envelope.error_summary : undefined;
    const error = readValue(route, "error", envelope.error ?? null, (json) => route.decodeError(json), reader);
    const details = { error, summary: summary ?? errorPath(error), ...userMessage(envelope.user_message) };
    return new RouteError(route.path, response, details);
  } catch (cause) {
    return unreadable(route.path, response, `error of status 409 (${summary ?? "no summary"})`, cause);
  }
}

interface Envelope {
  readonly error?: unknown;
  readonly error_summary?: unknown;
  readonly user_message?: unknown;
}

/** Returns whether JSON is an error with an envelope. Errors have a tag, but envelopes do not. */
function isEnvelope(json: unknown): json is Envelope {
  return (
    isObject(json) && !Object.hasOwn(json, ".tag") && ["error", "error_summary"].some((key) => Object.hasOwn(json, key))
  );
}

function userMessage(json: unknown): { userMessage: string | undefined; userMessageLocale: string | undefined } {
  const { text, locale } = isObject(json) ? json : { text: json, locale: undefined };
  return {
    userMessage: typeof text === "string" ? text : undefined,
    userMessageLocale: typeof locale === "string" ? locale : undefined,
  };
}

function failure(route: string, response: ReceivedResponse): CallError {
  const { status, body } = response;
  // Shortened, because a proxy may have sent a whole page.
  const message = `${route}: status ${status}${body === "" ? "" : `: ${shorten(body, 200)}`}`;
  if (status === 400) {
    return new BadRequestError(route, response, body === "" ? message : shorten(body, 500));
  }
  if (status >= 500 && status <= 599) {
    return new ServerError(route, response, message, { retryAfter: retryAfter(response.headers, undefined) });
  }
  const json = jsonOrNothing(body);
  const reason = readReason(json);
  switch (status) {
    case 401:
      return new AuthenticationError(route, response, message, { reason });
    case 403:
      return new AccessError(route, response, message, { reason });
    case 429:
      return new RateLimitError(route, response, message, { retryAfter: retryAfter(response.headers, json), reason });
    default:
      return new ProtocolError(route, response, message);
  }
}

/** Services send `{"reason": …}`, `{"error": {"reason": …}}` or `{"error": …}`, each with a tag or a tagged value. */
function readReason(json: unknown): string | undefined {
  const body = isObject(json) ? json : undefined;
  const error = body?.["error"];
  const inner = isObject(error) ? error["reason"] : undefined;
  return errorPath(body?.["reason"] ?? inner ?? error) || undefined;
}

/** Returns the error for a response that cannot be read because of `cause`. */
export function unreadable(route: string, response: ReceivedResponse, what: string, cause: unknown): ProtocolError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new ProtocolError(route, response, `${route}: the ${what} cannot be read: ${message}`, { cause });
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
