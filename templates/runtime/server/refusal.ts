import { hasBrand, isInstance, markError } from "../errors/brand.js";
import { errorPath, errorSummary, type Random } from "../routes/error-summary.js";
import type { Route } from "../routes/route.js";
import { jsonReply, textReply, type TextReply } from "./reply.js";

/** Text that may be shown to the end user, with its language where that is known. */
export type UserMessage = string | { readonly text: string; readonly locale?: string | undefined };

/** What a handler throws in order to be answered with a status of its own instead of 500. */
export class Refusal extends Error {
  /** What `instanceof` knows errors of this class by, those of another copy of this package too. */
  static readonly brand: string = "Refusal";
  override readonly name: string = "Refusal";
  /** Gives the reply; the source decides how many dots end an `error_summary`. */
  readonly replyWith: (random: Random) => TextReply;

  constructor(message: string, reply: TextReply | ((random: Random) => TextReply)) {
    super(message);
    this.replyWith = typeof reply === "function" ? reply : () => reply;
    markError(this, new.target);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isInstance(this, value);
  }

  get reply(): TextReply {
    return this.replyWith(Math.random);
  }
}

/** What {@link routeError} makes. It is encoded only when it is sent, with the permissions of the caller. */
export class RouteFailure extends Error {
  /** What `instanceof` knows errors of this class by, those of another copy of this package too. */
  static readonly brand: string = "RouteFailure";
  override readonly name: string = "RouteFailure";
  readonly error: unknown;
  readonly userMessage: UserMessage | undefined;

  constructor(message: string, error: unknown, userMessage: UserMessage | undefined) {
    super(message);
    this.error = error;
    this.userMessage = userMessage;
    markError(this, new.target);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isInstance(this, value);
  }
}

/** The route's own error, to be thrown by its handler: it is answered with status 409. */
export function routeError<ErrorInput>(
  route: Route<never, unknown, unknown, unknown, never, ErrorInput>,
  error: ErrorInput,
  userMessage?: UserMessage,
): RouteFailure {
  return new RouteFailure(`${route.path}: ${errorPath(error)}`, error, userMessage);
}

/** The request cannot be accepted (status 400); the message is what the caller reads. */
export function badRequest(message: string): Refusal {
  return new Refusal(message, textReply(400, message));
}

/** The credentials are wrong, expired or revoked (status 401); the reason is a tag such as `expired_access_token`. */
export function unauthorized(reason: string): Refusal {
  return new Refusal(reason, (random) => taggedReply(401, reason, random));
}

/** The credentials do not allow this call (status 403); the reason is a tag. */
export function accessDenied(reason: string): Refusal {
  return new Refusal(reason, (random) => taggedReply(403, reason, random));
}

/** There were too many calls (status 429): the next one is welcome in `retryAfter` seconds. The reason is a tag. */
export function rateLimited(retryAfter: number, reason?: string): Refusal {
  // Not a number, or one that no client could wait for, must not become the text of a header.
  const seconds = Number.isSafeInteger(Math.ceil(retryAfter)) ? Math.max(1, Math.ceil(retryAfter)) : 1;
  const reply = reason === undefined ? textReply(429, "Too many requests") : jsonReply(429, JSON.stringify({ reason }));
  const headers = { ...reply.headers, "Retry-After": String(seconds) };
  return new Refusal(reason ?? "too many requests", { ...reply, headers });
}

/** The service does not have this route yet (status 501). What its handler was called with is ignored. */
export function notImplemented(..._called: readonly unknown[]): Refusal {
  return new Refusal("not implemented", textReply(501, "This function is not implemented"));
}

/** Whether something thrown is a {@link Refusal}, of this copy of the package or another one. */
export function isRefusal(thrown: unknown): thrown is Refusal {
  return hasBrand(thrown, "Refusal");
}

/** Whether something thrown is a {@link RouteFailure}, of this copy of the package or another one. */
export function isRouteFailure(thrown: unknown): thrown is RouteFailure {
  return hasBrand(thrown, "RouteFailure");
}

function taggedReply(status: number, tag: string, random: Random): TextReply {
  const error = { ".tag": tag };
  return jsonReply(status, JSON.stringify({ error_summary: errorSummary(error, random), error }));
}
