import type { UserMessage } from "../server/refusal.js";

/** When the connection breaks: before the route is called, while its response is sent, or after the call. */
export type Disconnection = "before" | "body" | "after";

/** The outcome of a call, in place of its usual answer or in addition to it. */
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
  /** The reason for the status: a tag or a text. */
  readonly reason?: string | undefined;
  /** Milliseconds before the answer, or a range to draw them from. */
  readonly delay?: number | readonly [from: number, to: number] | undefined;
  /** Rejects the cursor as no longer valid; for other routes, the connection breaks before the call. */
  readonly reset?: boolean | undefined;
  readonly disconnect?: Disconnection | undefined;
  /** The number of bytes of the body after which the connection breaks. */
  readonly truncate?: number | undefined;
  /**
   * The error of the job that the call launches, which fails: a path such as `status_error/active`, or true for the default
   * error.
   */
  readonly failed?: string | boolean | undefined;
  /** The label of the example to answer with. */
  readonly example?: string | undefined;
}

/** An outcome that is planned for calls of a route. */
export interface Plan extends Outcome {
  /** The route: `files/get_metadata`, or `files/get_metadata:2` for another version. */
  readonly route: string;
  /** The number of calls to which the plan applies; all by default. */
  readonly times?: number | undefined;
  /** Applies only to calls whose argument has these members. */
  readonly when?: unknown;
}

/** A mistake in a test: in its plans, its overrides, or its use of the Twin. */
export class TwinError extends Error {
  override readonly name = "TwinError";
}
