import { BrandedError, hasBrand } from "../errors/brand.js";
import { errorPath, errorSummary, type Random } from "../routes/error-summary.js";
import type { Route, RouteInfo } from "../routes/route.js";
import { jsonReply, textReply, type TextReply } from "./reply.js";

/** A message that may be shown to the end user, with its language if it is known. */
export type UserMessage = string | { readonly text: string; readonly locale?: string | undefined };

/** An error that a handler throws to respond with a specific status instead of 500. */
export class Refusal extends BrandedError {
  static override readonly brand: string = "Refusal";
  declare readonly name: string;
  /** Creates the reply; `random` determines the number of dots at the end of an `error_summary`. */
  readonly replyWith: (random: Random) => TextReply;
  /** The path of the route error, if the reply is a route error as JSON; undefined for all other errors. */
  readonly errorPath: string | undefined = undefined;

  constructor(message: string, reply: TextReply | ((random: Random) => TextReply)) {
    super(message);
    this.replyWith = typeof reply === "function" ? reply : () => reply;
  }

  get reply(): TextReply {
    return this.replyWith(Math.random);
  }
}

/** The result of {@link routeError}. The error is encoded when it is sent, with the permissions of the caller. */
export class RouteFailure extends BrandedError {
  static override readonly brand: string = "RouteFailure";
  declare readonly name: string;
  readonly error: unknown;
  readonly userMessage: UserMessage | undefined;

  constructor(message: string, error: unknown, userMessage: UserMessage | undefined) {
    super(message);
    this.error = error;
    this.userMessage = userMessage;
  }
}

/**
 * Creates an error of the route, which its handler throws (status 409). The error has no stack, because it is an outcome that the
 * specification defines.
 */
export function routeError<ErrorInput>(
  route: Route<never, unknown, unknown, unknown, never, ErrorInput>,
  error: ErrorInput,
  userMessage?: UserMessage,
): RouteFailure {
  return withoutStack(() => new RouteFailure(`${route.path}: ${errorPath(error)}`, error, userMessage));
}

/** Returns an error that rejects an invalid request (status 400). The message is sent to the caller. */
export function badRequest(message: string): Refusal {
  return new Refusal(message, textReply(400, message));
}

/**
 * Returns an error for invalid, expired or revoked credentials (status 401). The reason is a tag, such as
 * `expired_access_token`.
 */
export function unauthorized(reason: string): Refusal {
  return new Refusal(reason, (random) => taggedReply(401, reason, random));
}

/** Returns an error for credentials that do not allow the call (status 403). The reason is a tag. */
export function accessDenied(reason: string): Refusal {
  return new Refusal(reason, (random) => taggedReply(403, reason, random));
}

/**
 * Returns an error for an exceeded rate limit (status 429). Callers should retry after `retryAfter` seconds. The reason is a
 * tag.
 */
export function rateLimited(retryAfter: number, reason?: string): Refusal {
  // NaN, and numbers that are negative or too large, must not be sent in a header.
  const whole = Math.ceil(retryAfter);
  const seconds = Number.isSafeInteger(whole) && whole >= 0 ? whole : 1;
  const reply = reason === undefined ? textReply(429, "Too many requests") : jsonReply(429, JSON.stringify({ reason }));
  const headers = { ...reply.headers, "Retry-After": String(seconds) };
  return new Refusal(reason ?? "too many requests", { ...reply, headers });
}

/**
 * Returns an error for a route that is not implemented (status 501). Arguments are ignored, so that a handler can pass its
 * own.
 */
export function notImplemented(..._called: readonly unknown[]): Refusal {
  return new Refusal("not implemented", textReply(501, "This function is not implemented"));
}

/** Returns whether `thrown` is a {@link Refusal}, of this or another copy of the package. */
export function isRefusal(thrown: unknown): thrown is Refusal {
  return hasBrand(thrown, "Refusal");
}

/** Returns whether `thrown` is a {@link RouteFailure}, of this or another copy of the package. */
export function isRouteFailure(thrown: unknown): thrown is RouteFailure {
  return hasBrand(thrown, "RouteFailure");
}

function taggedReply(status: number, tag: string, random: Random): TextReply {
  const error = { ".tag": tag };
  return jsonReply(status, JSON.stringify({ error_summary: errorSummary(error, random), error }));
}

/** Returns an error for a call that does not conform to its route (status 400). The message contains the route's path. */
export function badCall(route: RouteInfo, reason: string): Refusal {
  return withoutStack(() => badRequest(`Error in call to API function "${route.path}": ${reason}`));
}

/** Returns an error for a body that is larger than `limit` bytes (status 413). */
export function bodyTooLarge(limit: number): Refusal {
  return refusal(413, `The request body is larger than ${limit} bytes`);
}

/** Returns an error for an incomplete body (status 400). Usually the caller has disconnected. */
export function bodyIncomplete(): Refusal {
  return badRequest("The request body is incomplete");
}

/** Returns an error for a body that does not arrive in time (status 408). */
export function bodyTooSlow(): Refusal {
  return refusal(408, "The request body did not arrive in time");
}

function refusal(status: number, message: string): Refusal {
  return new Refusal(message, textReply(status, message));
}

/**
 * Creates an error without a stack, on engines that support this: collecting the stack takes longer than all the other work of
 * a server for a rejected call.
 */
export function withoutStack<Made extends Error>(create: () => Made): Made {
  const limit: unknown = Reflect.get(Error, "stackTraceLimit");
  if (limit === undefined || !Reflect.set(Error, "stackTraceLimit", 0)) {
    return create();
  }
  try {
    return create();
  } finally {
    Reflect.set(Error, "stackTraceLimit", limit);
  }
}
