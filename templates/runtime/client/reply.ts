import { isObject } from "../codecs/composites.js";
import { shorten } from "../codecs/codec-error.js";
import { errorPath } from "../routes/error-summary.js";
import type { Route, RouteInfo } from "../routes/route.js";
import {
  AccessError,
  AuthenticationError,
  BadRequestError,
  NetworkError,
  ProtocolError,
  RateLimitError,
  RouteError,
  ServerError,
  type CallError,
  type ReceivedResponse,
} from "./errors.js";
import { retryAfter } from "./retry.js";
import { validated, type ReplyReader } from "./validation.js";

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
  try {
    const json = isEmpty ? null : reader.parse(body);
    // A Void needs no validation: its value is always the same.
    const decode = (): Result => route.decodeResult(json);
    return route.hasResult ? validated(route, "result", decode, () => json as Result, reader) : decode();
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
    summary = stringOrNothing(envelope.error_summary);
    const given = envelope.error ?? null;
    const decode = (): E => route.decodeError(given);
    const error = validated(route, "error", decode, () => given as E, reader);
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
  return { userMessage: stringOrNothing(text), userMessageLocale: stringOrNothing(locale) };
}

function stringOrNothing(json: unknown): string | undefined {
  return typeof json === "string" ? json : undefined;
}

function failure(route: string, response: ReceivedResponse): CallError {
  const { status, body } = response;
  // Shortened, because a proxy may have sent a whole page.
  const message = `${route}: status ${status}${body === "" ? "" : `: ${shorten(body, 200)}`}`;
  if (status === 400) {
    return new BadRequestError(route, response, body === "" ? message : shorten(body, 500));
  }
  if (status >= 500 && status <= 599) {
    return new ServerError(route, response, message, retryAfter(response.headers, undefined));
  }
  const json = jsonOrNothing(body);
  const reason = readReason(json);
  switch (status) {
    case 401:
      return new AuthenticationError(route, response, message, reason);
    case 403:
      return new AccessError(route, response, message, reason);
    case 429:
      return new RateLimitError(route, response, message, retryAfter(response.headers, json), reason);
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

/**
 * Returns the complete response with its body as text. Rejects with a {@link NetworkError} if the connection is lost, and with
 * a `ProtocolError` if a result is not UTF-8: replacing the invalid bytes would change names.
 */
export async function wholeResponse(route: RouteInfo, response: Response): Promise<ReceivedResponse> {
  const { status, headers, ok } = response;
  const received = (body: string): ReceivedResponse => ({ status, headers, body });
  const lost = (cause: unknown): never => {
    throw new NetworkError(route.path, cause, received(""));
  };
  if (typeof TextDecoder !== "function") {
    return received(await response.text().catch(lost)); // without TextDecoder, UTF-8 cannot be validated
  }
  const bytes = await response.arrayBuffer().catch(lost);
  try {
    return received(new TextDecoder("utf-8", { fatal: ok }).decode(bytes));
  } catch (cause) {
    throw unreadable(route.path, received(new TextDecoder().decode(bytes)), "result", cause);
  }
}
