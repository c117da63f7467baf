import type { DecodeError, EncodeError } from "../codecs/codec-error.js";
import type { RouteInfo } from "../routes/route.js";
import type { JsonText } from "../text/json.js";

/** Headers by their name; those that are undefined are left out. */
export type ExtraHeaders = Readonly<Record<string, string | undefined>>;

/**
 * Gives a token. It is asked before every request, but never twice at a time, and once more, with the token that the
 * service has refused, after a 401: if it then gives another one, the request is sent again.
 */
export type TokenProvider = (refused?: string) => string | Promise<string>;

/** A request that is about to be sent. */
export interface OutgoingRequest {
  readonly route: RouteInfo;
  /** From 1; it grows when a request is repeated. */
  readonly attempt: number;
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Headers };
}

/** Sends a request. */
export type Send = (request: OutgoingRequest) => Promise<Response>;

/** Stands between the client and the network: may change the request, look at the response, or answer by itself. */
export type Interceptor = (request: OutgoingRequest, send: Send) => Promise<Response>;

/**
 * When requests are retried: after 429 and 503 always; after other failures that may pass (a lost connection, a timeout
 * of one attempt, a status of 5xx) only if the call is idempotent.
 */
export interface RetryOptions {
  /** How often a request is sent at most; 3 by default. */
  readonly attempts?: number | undefined;
  /**
   * The longest pause between two attempts, in milliseconds; 30 000 by default. If the service asks for a longer one,
   * the call fails at once.
   */
  readonly maxPause?: number | undefined;
}

/** How long to wait, in milliseconds; without limit by default. */
export interface TimeoutOptions {
  /** For each attempt: until the whole reply is there, or, for a download, the beginning of its content. */
  readonly attempt?: number | undefined;
  /** For all attempts and the pauses between them. */
  readonly total?: number | undefined;
  /** For each piece of a download's content. */
  readonly idle?: number | undefined;
}

/**
 * What happens when a result or an error does not match its type:
 *
 * - `"throw"`: the call rejects with a `ProtocolError`;
 * - `"warn"`: the mismatch is reported to `onInvalid`, and the value is returned as it came;
 * - `"off"`: nothing is checked, and every value is returned as it came.
 *
 * A value as it came has no defaults filled in, and may be anything, whatever its type says. So that it can be sent again,
 * unknown fields in arguments are refused with `"throw"` only: they are reported and left out with `"warn"`, and left out
 * with `"off"`.
 */
export type Validate = "throw" | "warn" | "off";

/** A result or an error that does not match its type, or an argument with a field that its type does not have. */
export interface InvalidValue {
  /** The route that was called, as in the URL: `files/get_metadata_v2`. */
  readonly route: string;
  readonly part: "argument" | "result" | "error";
  /** The place of the mismatch, such as `entries[3].rev`; empty for the whole value. */
  readonly path: string;
  /** What was expected there and what was found. */
  readonly reason: string;
  readonly cause: DecodeError | EncodeError;
}

/** The options that clients and single calls have in common. Those of a call take precedence. */
export interface SendingOptions {
  /** `false` to never retry. */
  readonly retry?: RetryOptions | false | undefined;
  /** A number is the limit for all attempts together. */
  readonly timeout?: number | TimeoutOptions | undefined;
  /** What happens when a reply does not match its type: `"throw"` by default. */
  readonly validate?: Validate | undefined;
}

/** The options of a client, whatever its API. */
export interface ClientSettings extends SendingOptions {
  /** The base URL of each host that the specification names, or one for all of them. */
  readonly hosts?: string | Readonly<Record<string, string | undefined>> | undefined;
  /** The token of a user or a team, or what gives it. */
  readonly accessToken?: string | TokenProvider | undefined;
  /** With `appSecret`, for routes that an app may call on its own behalf. */
  readonly appKey?: string | undefined;
  readonly appSecret?: string | undefined;
  /** With the token of a team: the member for whom routes of users are called. */
  readonly selectUser?: string | undefined;
  /** With the token of a team: the administrator for whom routes of users are called. */
  readonly selectAdmin?: string | undefined;
  /** By default the platform's own. */
  readonly fetch?: typeof fetch | undefined;
  /** The first one is the outermost. Each attempt goes through all of them. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /** Sent with every request. They replace those that the client sets, `Authorization` too. */
  readonly headers?: ExtraHeaders | undefined;
  /** Called for each mismatch if `validate` is `"warn"`; `console.warn` by default. */
  readonly onInvalid?: ((invalid: InvalidValue) => void) | undefined;
  /**
   * Send only what browsers let through to another site without asking it first: argument and token travel in the URL.
   * URLs are logged in many places, so use it with tokens of users only, and only where that first question hurts.
   */
  readonly crossSite?: boolean | undefined;
  /**
   * Reads and writes JSON: `exactJson`, which does not round integers, in a package generated with `int64: "bigint"`, and
   * the platform's `JSON` in others.
   */
  readonly json?: JsonText | undefined;
}

/** The options of one call. */
export interface CallOptions extends SendingOptions {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Sent with this request. `Authorization`, `Content-Type` and the header of the argument are left out: they are ours. */
  readonly headers?: ExtraHeaders | undefined;
  /**
   * Whether performing the call twice does no harm, so that it may be retried after any failure that may pass. By default
   * that is so for downloads and for routes whose value says `isIdempotent`.
   */
  readonly idempotent?: boolean | undefined;
}

/** How far an upload or a download has come, in bytes. */
export interface Progress {
  readonly loaded: number;
  /** Undefined if it is not known. */
  readonly total: number | undefined;
}
