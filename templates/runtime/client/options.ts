import type { DecodeError, EncodeError } from "../codecs/codec-error.js";
import { checkOptions, type OptionKinds } from "../codecs/options.js";
import type { AnyErrorTags } from "../routes/error-summary.js";
import type { RouteInfo } from "../routes/route.js";
import type { JsonText } from "../text/json.js";
import type { Around } from "./around.js";

/** Headers by name; undefined values are omitted. */
export type ExtraHeaders = Readonly<Record<string, string | undefined>>;

/**
 * Returns a token. It is called before every request, but never concurrently, and once more after a 401, with the token
 * that the service has rejected: if it returns another one, the request is sent again. If it does not answer within 30
 * seconds, the calls that wait for it reject with a `TimeoutError`, and the next call calls it again.
 */
export type TokenProvider = (rejectedToken?: string) => string | Promise<string>;

/** A request that is about to be sent. */
export interface OutgoingRequest {
  readonly route: RouteInfo;
  /** Counts from 1; retries increase it. */
  readonly attempt: number;
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Headers };
}

/**
 * What a `fetch` receives, without `headers`, `body` and what interceptors have added: platforms and packages declare incompatible
 * types for these. To read them, declare the parameter as the platform's `RequestInit`.
 */
export interface FetchInit {
  readonly method?: string;
  readonly signal?: AbortSignal | null;
  readonly redirect?: "error" | "follow" | "manual";
}

/** Sends requests: the `fetch` of the platform or of a package, such as undici. */
export type Fetch = (url: string, init: FetchInit) => Promise<Pick<Response, "status" | "arrayBuffer" | "text">>;

/** Sends a request. */
export type Send = (request: OutgoingRequest) => Promise<Response>;

/**
 * Wraps the sending of each request: it can change the request, inspect the response, or return a response of its own.
 */
export type Interceptor = (request: OutgoingRequest, send: Send) => Promise<Response>;

/**
 * When requests are retried: always after 429, 503 and the errors in `errors`; after other transient failures (a lost
 * connection, a timeout of one attempt, another 5xx) only if the call is idempotent.
 */
export interface RetryOptions<Tags extends AnyErrorTags = AnyErrorTags> {
  /** The maximum number of attempts; 3 by default. */
  readonly attempts?: number | undefined;
  /**
   * The longest pause between two attempts; 30 000 by default. If the service requests a longer pause,
   * the call fails immediately.
   */
  readonly maxPauseMs?: number | undefined;
  /**
   * The errors of the API after which a call is retried, even if it is not idempotent: list only errors that say that nothing
   * has happened. Each one is a chain of tags, such as `"path/too_many_write_operations"`, or a part of it, such as
   * `"too_many_write_operations"`. By default those of the configuration the package was generated with.
   */
  readonly errors?: readonly Tags["path"][] | undefined;
}

/** Timeouts in milliseconds; none by default. */
export interface TimeoutOptions {
  /** For each attempt: until the whole response has arrived or, for a download, the beginning of its content. */
  readonly attemptMs?: number | undefined;
  /** For all attempts and the pauses between them. */
  readonly totalMs?: number | undefined;
  /**
   * For each part of the content of an upload or a download. The wait for the response to an upload is limited by `attemptMs`. In
   * browsers, a stalled connection of an upload is not noticed with `avoidPreflight` or a custom `fetch`, and in service workers.
   */
  readonly idleMs?: number | undefined;
}

/**
 * What happens when a result or an error does not match its type:
 *
 * - `"throw"`: the call rejects with a `ProtocolError`;
 * - `"warn"`: the mismatch is reported to `onInvalid`, and the value is returned unchanged;
 * - `"off"`: nothing is validated, and every value is returned unchanged.
 *
 * An unchanged value has no defaults filled in and may not match its static type. So that it can be sent again, unknown
 * fields in arguments are rejected only with `"throw"`: with `"warn"` they are reported and omitted, with `"off"` they are
 * just omitted.
 */
export type Validate = "throw" | "warn" | "off";

/** A result or an error that does not match its type, or an argument with a field that its type does not have. */
export interface InvalidValue {
  /** The route that was called, as in the URL: `files/get_metadata_v2`. */
  readonly route: string;
  readonly part: "argument" | "result" | "error";
  /** The path to the mismatch, such as `entries[3].rev`; empty for the value itself. */
  readonly path: string;
  /** What was expected there and what was found. */
  readonly reason: string;
  readonly cause: DecodeError | EncodeError;
}

/** The options that clients and calls share; those of a call take precedence. `retry` can list errors of `Tags`. */
export interface SendingOptions<Tags extends AnyErrorTags = AnyErrorTags> {
  /** `false` disables retries. */
  readonly retry?: RetryOptions<Tags> | false | undefined;
  /** A number limits all attempts together, like `totalMs`. */
  readonly timeoutMs?: number | TimeoutOptions | undefined;
  /** What happens when a response does not match its type; `"throw"` by default. */
  readonly validate?: Validate | undefined;
  /**
   * `false` neither sends the hash of uploaded content nor compares that of downloaded content. It matters only for an API whose
   * configuration has `contentHash`.
   */
  readonly verifyContent?: boolean | undefined;
}

/** The options of a client that do not depend on the API. */
export interface ClientSettings extends SendingOptions {
  /** The base URL of each host in the specification, or one for all of them. */
  readonly hosts?: string | Readonly<Record<string, string | undefined>> | undefined;
  /** The access token of a user or a team, or a function that returns it. */
  readonly accessToken?: string | TokenProvider | undefined;
  /** Together with `appSecret`: credentials for routes with app authentication. */
  readonly appKey?: string | undefined;
  readonly appSecret?: string | undefined;
  /** With a team token: the id of the member to act as when calling user routes. */
  readonly selectUser?: string | undefined;
  /** With a team token: the id of the administrator to act as when calling user routes. */
  readonly selectAdmin?: string | undefined;
  /** The platform's `fetch` by default. */
  readonly fetch?: Fetch | undefined;
  /** The first one is the outermost. Each attempt goes through all of them. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /** Runs around each call, for tracing and metrics; in a list, the first is the outermost. `interceptors` see each attempt. */
  readonly around?: Around | readonly Around[] | undefined;
  /** Sent with every request. They override the headers that the client sets, including `Authorization`. */
  readonly headers?: ExtraHeaders | undefined;
  /** Called for each mismatch if `validate` is `"warn"`; `console.warn` by default. */
  readonly onInvalid?: ((invalid: InvalidValue) => void) | undefined;
  /**
   * The maximum number of requests in flight; others wait. Uploads and downloads count until their content has passed, or is
   * canceled. Long polls do not count. Unlimited by default.
   */
  readonly concurrency?: number | undefined;
  /**
   * Sends only requests that browsers do not preflight: the argument and the token are part of the URL. URLs are logged
   * in many places, so use this with user tokens only, and only where the latency of preflight requests matters.
   */
  readonly avoidPreflight?: boolean | undefined;
  /**
   * Parses and writes JSON. The default is the platform's `JSON`, or `exactJson`, which does not round integers, in a
   * package generated with `int64: "bigint"`.
   */
  readonly json?: JsonText | undefined;
}

/** The options of one call. `Tags` are those of the errors of the route; the default fits every route. */
export interface CallOptions<Tags extends AnyErrorTags = never> extends SendingOptions<Tags> {
  /** Aborts the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Sent with this request. `Authorization`, `Content-Type` and the header of the argument are reserved and ignored.
   */
  readonly headers?: ExtraHeaders | undefined;
  /**
   * Whether the call is idempotent, so that it may be retried after any transient failure. By default downloads and
   * routes with `isIdempotent` are.
   */
  readonly idempotent?: boolean | undefined;
  /**
   * The idempotency key of the call, for routes that have them: a service performs calls with the same key only once, even if
   * they come from different processes. By default each call has a new key, which all its attempts share.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The progress of an upload or a download, in bytes. */
export interface Progress {
  readonly loaded: number;
  /** Undefined if it is unknown. */
  readonly total: number | undefined;
}

/** The options of clients and of all kinds of calls. */
export type SharedOption = keyof SendingOptions | "headers";

const sharedOptions = {
  retry: "false or an object",
  verifyContent: "a boolean",
  timeoutMs: "a number or an object",
  validate: '"throw", "warn" or "off"',
  headers: "an object",
} satisfies Record<SharedOption, string>;

const clientOptions = {
  hosts: "a string or an object",
  accessToken: "a string or a function",
  appKey: "a string",
  appSecret: "a string",
  selectUser: "a string",
  selectAdmin: "a string",
  fetch: "a function",
  interceptors: "a list",
  around: "a function or a list",
  onInvalid: "a function",
  concurrency: "a positive number",
  avoidPreflight: "a boolean",
  json: "an object, a JSON object or a Module object",
} satisfies Record<Exclude<keyof ClientSettings, SharedOption>, string>;

/** The options of all kinds of calls together, so that calls of different kinds can be given the same options. */
const callOptions = {
  signal: "an AbortSignal object",
  idempotent: "a boolean",
  idempotencyKey: "a string",
  onProgress: "a function",
  size: "a number",
  range: "an object",
  ifNoneMatch: "a string",
} satisfies Record<Exclude<keyof CallOptions, SharedOption> | "onProgress" | "size" | "range" | "ifNoneMatch", string>;

const retryOptions = {
  attempts: "a positive number",
  maxPauseMs: "a number",
  errors: "a list",
} satisfies Record<keyof RetryOptions, string>;

const timeoutOptions = {
  attemptMs: "a number",
  totalMs: "a number",
  idleMs: "a number",
} satisfies Record<keyof TimeoutOptions, string>;

/** Throws a TypeError for an option that clients do not have, and for a value of an incorrect kind. */
export function checkClientOptions(options: ClientSettings): void {
  checkSendingOptions(options, clientOptions);
}

/** Throws a TypeError for an option that no call has, and for a value of an incorrect kind. */
export function checkCallOptions(options: SendingOptions): void {
  checkSendingOptions(options, callOptions);
}

/** Like {@link checkCallOptions}, for options whose names and kinds are `kinds` and the shared options. */
export function checkSendingOptions(options: SendingOptions, kinds: OptionKinds): void {
  checkOptions(options, { ...sharedOptions, ...kinds });
  checkOptions(Object(options.retry) as object, retryOptions, "retry.");
  checkOptions(Object(options.timeoutMs) as object, timeoutOptions, "timeoutMs.");
}
