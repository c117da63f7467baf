import type { UserMessage } from "../server/refusal.js";

/** When the connection breaks: before the route is called, while its response is sent, or after the call. */
export type Disconnection = "before" | "body" | "after";

/** An outcome that replaces or changes the usual response to a call. */
export interface Outcome {
  /** The path of the route's error, such as `path/not_found`. */
  readonly error?: string | undefined;
  /** The error itself, in place of a generated one. `error` is then not needed. */
  readonly payload?: unknown;
  /** The `user_message` of the error. */
  readonly message?: UserMessage | undefined;
  /** A status that the route does not define: 401, 403, 429, 500, 503, or any other from 400 to 599. */
  readonly status?: number | undefined;
  /** The value of the header `Retry-After` in seconds, for statuses such as 429 and 503. */
  readonly retryAfter?: number | undefined;
  /** The reason for the status: a tag or a message. */
  readonly reason?: string | undefined;
  /** The delay before the response, or a range from which it is drawn. */
  readonly delayMs?: number | readonly [from: number, to: number] | undefined;
  /** Rejects the cursor as expired. For routes without a cursor, the connection breaks before the call. */
  readonly reset?: boolean | undefined;
  readonly disconnect?: Disconnection | undefined;
  /** The number of bytes of the body after which the connection breaks. */
  readonly truncate?: number | undefined;
  /**
   * Makes the job that the call launches fail with the error that has this path, such as `status_error/active`; true selects the
   * default error.
   */
  readonly failed?: string | boolean | undefined;
  /** The label of the example to return. */
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
