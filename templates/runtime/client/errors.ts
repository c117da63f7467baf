import type { DecodeOptions } from "../codecs/check.js";
import { hasBrand, isInstance, markError } from "../errors/brand.js";
import { errorPath, type ErrorPath } from "../routes/error-summary.js";
import type { RouteInfo } from "../routes/route.js";

/** A response as errors keep it. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The text of the body. */
  readonly body: string;
}

/** What a route error is made of. */
export interface RouteErrorDetails<E> {
  readonly error: E;
  readonly summary: string;
  readonly userMessage: string | undefined;
  readonly userMessageLocale: string | undefined;
}

/**
 * A call failed. Tell the members of the family apart by `name`, after {@link isApiError}, or by `instanceof`. Both know
 * errors of other copies of this package, such as its CommonJS beside its ES modules, and of other packages by Ashlar.
 */
export class ApiError extends Error {
  /** What `instanceof` knows errors of this class by, those of another copy of this package too. */
  static readonly brand: string = "ApiError";
  override readonly name: string = "ApiError";
  /** The route that was called, as it stands in the URL: `files/get_metadata_v2`. */
  readonly route: string;
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  /** The headers of the response. */
  readonly headers: Headers | undefined;
  /** The text of the response's body. */
  readonly body: string | undefined;
  /** What the service calls this request in its logs: the response header the name of which ends in `request-id`. */
  readonly requestId: string | undefined;

  constructor(message: string, route: string, response?: ErrorResponse, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.route = route;
    this.status = response?.status;
    this.headers = response?.headers;
    this.body = response?.body;
    this.requestId = response && requestIdOf(response.headers);
    markError(this, new.target);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isInstance(this, value);
  }
}

/** A call failed, and there was a response that says so. */
export abstract class ResponseError extends ApiError {
  static override readonly brand: string = "ResponseError";
  declare readonly status: number;
  declare readonly headers: Headers;
  declare readonly body: string;

  constructor(route: string, response: ErrorResponse, message: string, cause?: unknown) {
    super(message, route, response, cause);
  }
}

/** The route's own error, typed by its specification (status 409). */
export class RouteError<E = unknown> extends ResponseError {
  static override readonly brand: string = "RouteError";
  override readonly name = "RouteError";
  readonly error: E;
  /** The chain of tags for people, such as `path/not_found/..`. Decide by {@link is} or `error`, never by this. */
  readonly summary: string;
  /** Text of the service that may be shown to the end user. */
  readonly userMessage: string | undefined;
  /** The language of `userMessage`, if the service names it. */
  readonly userMessageLocale: string | undefined;

  constructor(route: string, response: ErrorResponse, details: RouteErrorDetails<E>) {
    super(route, response, `${route} failed: ${details.summary}`);
    this.error = details.error;
    this.summary = details.summary;
    this.userMessage = details.userMessage;
    this.userMessageLocale = details.userMessageLocale;
  }

  /**
   * Whether the chain of the error's tags is `path` or goes on from there: an error `to/conflict/file` is
   * `"to/conflict"` as well.
   */
  is(path: ErrorPath<E>): boolean {
    return `${errorPath(this.error)}/`.startsWith(`${path}/`);
  }
}

/** The service did not accept the request: the message is its own (status 400). */
export class BadRequestError extends ResponseError {
  static override readonly brand: string = "BadRequestError";
  override readonly name = "BadRequestError";
}

/** The credentials are wrong, expired or revoked (status 401), or there are none: then nothing was sent. */
export class AuthenticationError extends ApiError {
  static override readonly brand: string = "AuthenticationError";
  override readonly name = "AuthenticationError";
  /** The tags with which the service says why, such as `expired_access_token`. */
  readonly reason: string | undefined;

  constructor(route: string, response: ErrorResponse | undefined, message: string, reason?: string) {
    super(message, route, response);
    this.reason = reason;
  }
}

/** The credentials are good, but do not allow this call (status 403). */
export class AccessError extends ResponseError {
  static override readonly brand: string = "AccessError";
  override readonly name = "AccessError";
  /** The tags with which the service says why. */
  readonly reason: string | undefined;

  constructor(route: string, response: ErrorResponse, message: string, reason?: string) {
    super(route, response, message);
    this.reason = reason;
  }
}

/** There were too many calls (status 429). */
export class RateLimitError extends ResponseError {
  static override readonly brand: string = "RateLimitError";
  override readonly name = "RateLimitError";
  /** In how many seconds to try again; undefined if the service does not say. */
  readonly retryAfter: number | undefined;
  /** The tags with which the service says why, such as `too_many_requests`. */
  readonly reason: string | undefined;

  constructor(route: string, response: ErrorResponse, message: string, retryAfter?: number, reason?: string) {
    super(route, response, message);
    this.retryAfter = retryAfter;
    this.reason = reason;
  }
}

/** The service itself failed (status 5xx). */
export class ServerError extends ResponseError {
  static override readonly brand: string = "ServerError";
  override readonly name = "ServerError";
  /** In how many seconds to try again; undefined if the service does not say. */
  readonly retryAfter: number | undefined;

  constructor(route: string, response: ErrorResponse, message: string, retryAfter?: number) {
    super(route, response, message);
    this.retryAfter = retryAfter;
  }
}

/**
 * There was no response, or only the beginning of one: then it has `status` and `headers`. `cause` is what `fetch` threw.
 */
export class NetworkError extends ApiError {
  static override readonly brand: string = "NetworkError";
  override readonly name = "NetworkError";

  constructor(route: string, cause: unknown, begun?: ErrorResponse) {
    super(`${route}: no ${begun ? "whole " : ""}response: ${explain(cause)}`, route, begun, cause);
  }
}

/** The reply did not come within the time that the caller has set. */
export class TimeoutError extends ApiError {
  static override readonly brand: string = "TimeoutError";
  override readonly name = "TimeoutError";
  /** How long was waited, in milliseconds. */
  readonly milliseconds: number;

  constructor(route: string, milliseconds: number, what = "no reply") {
    super(`${route}: ${what} within ${milliseconds} ms`, route);
    this.milliseconds = milliseconds;
  }
}

/**
 * The response is not one that the specification allows: another status, or a body that is no JSON or does not fit its
 * type. Then `cause` is the `SyntaxError` or the `DecodeError`.
 */
export class ProtocolError extends ResponseError {
  static override readonly brand: string = "ProtocolError";
  override readonly name = "ProtocolError";
}

/** The range that a download asked for begins after the end of the content (status 416), as when all of it was there. */
export class RangeNotSatisfiableError extends ResponseError {
  static override readonly brand: string = "RangeNotSatisfiableError";
  override readonly name = "RangeNotSatisfiableError";
  /** The size of the whole content, in bytes; undefined if the service does not say. */
  readonly size: number | undefined;

  constructor(route: string, response: ErrorResponse, size: number | undefined) {
    const end = size === undefined ? "it ends" : `its ${size} bytes end`;
    super(route, response, `${route}: the requested range of the content begins after ${end}`);
    this.size = size;
  }
}

/** All that a call fails with, told apart by `name`. */
export type CallError =
  | RouteError
  | BadRequestError
  | AuthenticationError
  | AccessError
  | RateLimitError
  | ServerError
  | NetworkError
  | TimeoutError
  | RangeNotSatisfiableError
  | ProtocolError;

/** Whether a call of this API, or of another one that Ashlar generated, failed with `thrown`. */
export function isApiError(thrown: unknown): thrown is CallError {
  return hasBrand(thrown, "ApiError");
}

/** Whether `thrown` is the own error of `route`: its type is known then. */
export function isRouteError<E>(
  thrown: unknown,
  route: RouteInfo & { readonly decodeError: (json: unknown, options?: DecodeOptions) => E },
): thrown is RouteError<E> {
  return isApiError(thrown) && thrown.name === "RouteError" && thrown.route === route.path;
}

/** Platforms say why in the cause: Node's own message is only `fetch failed`. */
function explain(thrown: unknown): string {
  const root = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  return root instanceof Error ? root.message : String(root);
}

function requestIdOf(headers: Headers): string | undefined {
  for (const [name, value] of headers) {
    if (name.endsWith("request-id")) {
      return value;
    }
  }
  return undefined;
}
