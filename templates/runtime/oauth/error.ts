import { isInstance, markError } from "../errors/brand.js";

/** What an {@link OAuthError} has besides its message. */
export interface OAuthErrorDetails {
  /**
   * - `refused`: the user, or the service, said no.
   * - `state`: the redirect does not answer this request. Somebody may be trying to smuggle in an account of theirs.
   * - `protocol`: what came is not what OAuth prescribes.
   * - `network`: there was no response; `cause` is what `fetch` threw.
   */
  readonly reason: "refused" | "state" | "protocol" | "network";
  /** The code of the refusal, such as `access_denied` or `invalid_grant` (RFC 6749, sections 4.1.2.1 and 5.2). */
  readonly error?: string | undefined;
  /** The explanation of the service, for developers. */
  readonly description?: string | undefined;
  /** The HTTP status of the response. */
  readonly status?: number | undefined;
  /** The text of a response that refuses. That of any other may have tokens in it, and is not kept. */
  readonly body?: string | undefined;
  readonly cause?: unknown;
}

/** No access was granted, or no token given. Neither the message nor a property has secrets of the request in it. */
export class OAuthError extends Error {
  /** What `instanceof` knows errors of this class by, those of another copy of this package too. */
  static readonly brand: string = "OAuthError";
  override readonly name = "OAuthError";
  /** Why, in one word: see {@link OAuthErrorDetails}. */
  readonly reason: OAuthErrorDetails["reason"];
  /** The code of the refusal, such as `access_denied` or `invalid_grant`. */
  readonly error: string | undefined;
  /** The explanation of the service, for developers. */
  readonly description: string | undefined;
  /** The HTTP status of the response. */
  readonly status: number | undefined;
  /** The text of a response that refuses. */
  readonly body: string | undefined;

  constructor(message: string, details: OAuthErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.reason = details.reason;
    this.error = details.error;
    this.description = details.description;
    this.status = details.status;
    this.body = details.body;
    markError(this, new.target);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isInstance(this, value);
  }
}
