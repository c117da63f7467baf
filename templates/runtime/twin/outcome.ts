import type { UserMessage } from "../server/refusal.js";

/** Where a connection breaks: before the route is called, while its response is sent, or after the call. */
export type Disconnection = "before" | "body" | "after";

/** What happens to a call instead of, or in addition to, its usual answer. */
export interface Outcome {
  /** The path of the route's error, such as `path/not_found`. */
  readonly error?: string | undefined;
  /** The error itself, instead of a generated one; `error` is then not needed. */
  readonly payload?: unknown;
  /** The `user_message` of the error. */
  readonly message?: UserMessage | undefined;
  /** A status that the route does not define: 401, 403, 429, 500, 503, or any other from 400 on. */
  readonly status?: number | undefined;
  /** The seconds of the header `Retry-After`, for status 429 and 503. */
  readonly retryAfter?: number | undefined;
  /** The tag or text with the reason for the status. */
  readonly reason?: string | undefined;
  /** Milliseconds before the answer, or a range to draw them from. */
  readonly delay?: number | readonly [from: number, to: number] | undefined;
  /** The cursor is no longer valid; for other routes, the connection breaks before the call. */
  readonly reset?: boolean | undefined;
  readonly disconnect?: Disconnection | undefined;
  /** The body ends after so many bytes, and the connection breaks. */
  readonly truncate?: number | undefined;
  /**
   * The job that the call launches fails: with the error at this path, such as `status_error/active`, or with the default
   * one if it is true.
   */
  readonly failed?: string | boolean | undefined;
  /** The label of the example to answer with. */
  readonly example?: string | undefined;
}

/** An outcome that is planned for calls of a route. */
export interface Plan extends Outcome {
  /** The route: `files/get_metadata`, or `files/get_metadata:2` for another version. */
  readonly route: string;
  /** How many calls; all by default. */
  readonly times?: number | undefined;
  /** Only calls whose argument has these members. */
  readonly when?: unknown;
}

/** A mistake in a test: in a plan, in an override, or in its expectations of the Twin. */
export class TwinError extends Error {
  override readonly name = "TwinError";
}
