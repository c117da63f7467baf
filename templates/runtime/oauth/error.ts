import { BrandedError } from "../errors/brand.js";

/** The details of an {@link OAuthError}. */
export interface OAuthErrorDetails {
  /**
   * - `refused`: the user or the service denied access.
   * - `state`: the redirect does not belong to this request. It may be a forgery (CSRF).
   * - `protocol`: the response or the redirect violates OAuth.
   * - `network`: there was no response; `cause` is what `fetch` threw.
   */
  readonly reason: "refused" | "state" | "protocol" | "network";
  /** The error code, such as `access_denied` or `invalid_grant` (RFC 6749, sections 4.1.2.1 and 5.2). */
  readonly error?: string | undefined;
  /** The service's description of the error, for developers. */
  readonly description?: string | undefined;
  /** The HTTP status of the response. */
  readonly status?: number | undefined;
  /** The body of an error response. Other responses are not included, because they may contain tokens. */
  readonly body?: string | undefined;
  /** The number of seconds to wait before trying again, if the service sends it. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** Thrown if access was not granted, or no token was returned. The error does not contain secrets of the request. */
export class OAuthError extends BrandedError {
  static override readonly brand: string = "OAuthError";
  declare readonly name: "OAuthError";
  /** The reason in one word, see {@link OAuthErrorDetails}. */
  readonly reason: OAuthErrorDetails["reason"];
  /** The error code, such as `access_denied` or `invalid_grant`. */
  readonly error: string | undefined;
  /** The service's description of the error, for developers. */
  readonly description: string | undefined;
  /** The HTTP status of the response. */
  readonly status: number | undefined;
  /** The body of an error response. */
  readonly body: string | undefined;
  /** The number of seconds to wait before trying again; undefined if the service does not send it. */
  readonly retryAfter: number | undefined;

  constructor(message: string, details: OAuthErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.reason = details.reason;
    this.error = details.error;
    this.description = details.description;
    this.status = details.status;
    this.body = details.body;
    this.retryAfter = details.retryAfter;
  }
}
