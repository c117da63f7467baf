// The runtime of the package, written by Ashlar. Do not edit.

import { DecodeError, type DecodeOptions, type EncodeOptions } from "./codecs.js";
import { hasBrand, isInstance, markError } from "./errors.js";
import {
  type Binding,
  type Random,
  type Route,
  type RouteInfo,
  attributeText,
  authenticationKinds,
  errorPath,
  errorSummary,
} from "./routes.js";
import { headerSafe, parseJson, repeatedKey, stringifyJson } from "./text.js";

/** The response of a server. */
export interface ServerReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * If reading the bytes fails, the connection must be closed, so that the caller notices that the content is
   * incomplete.
   */
  readonly body: string | ByteSource;
}

/** A reply with text. */
export interface TextReply extends ServerReply {
  readonly body: string;
}

/** A reply with plain text. */
export function textReply(status: number, body: string): TextReply {
  return { status, headers: { "Content-Type": "text/plain; charset=utf-8" }, body };
}

/** A reply with JSON text. */
export function jsonReply(status: number, body: string): TextReply {
  return { status, headers: { "Content-Type": "application/json" }, body };
}

/** The same reply with additional headers. */
export function withHeaders<Reply extends ServerReply>(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  // Spreads would make objects whose properties are slow to read.
  return Object.assign({}, reply, { headers: Object.assign({}, reply.headers, headers) });
}

/**
 * The same reply. Throws an Error if the value of a header is invalid: a line break would start another header. Only
 * needed for replies whose headers contain text from callers or handlers.
 */
export function withSafeHeaders<Reply extends ServerReply>(reply: Reply): Reply {
  for (const [name, value] of Object.entries(reply.headers)) {
    if (!isHeaderSafe(value)) {
      throw new Error(`The value of the header ${name} is invalid`);
    }
  }
  return reply;
}

/** Whether a text can be the value of a header: it has no line breaks and no characters that platforms reject. */
export function isHeaderSafe(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/** Text that may be shown to the end user, with its language if it is known. */
export type UserMessage = string | { readonly text: string; readonly locale?: string | undefined };

/** An error that a handler throws to respond with a specific status instead of 500. */
export class Refusal extends Error {
  /** Identifies errors of this class for `instanceof`, also those from another copy of this package. */
  static readonly brand: string = "Refusal";
  declare readonly name: string;
  /** Creates the reply; `random` determines the number of dots at the end of an `error_summary`. */
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

/** The result of {@link routeError}. It is encoded when it is sent, with the permissions of the caller. */
export class RouteFailure extends Error {
  /** Identifies errors of this class for `instanceof`, also those from another copy of this package. */
  static readonly brand: string = "RouteFailure";
  declare readonly name: string;
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

/**
 * Creates the route's own error, for its handler to throw (status 409). It has no stack, because it is one of the results
 * that the specification defines, and collecting the stack would take longer than the rest of such a call.
 */
export function routeError<ErrorInput>(
  route: Route<never, unknown, unknown, unknown, never, ErrorInput>,
  error: ErrorInput,
  userMessage?: UserMessage,
): RouteFailure {
  return withoutStack(() => new RouteFailure(`${route.path}: ${errorPath(error)}`, error, userMessage));
}

/** Creates an error without a stack, on engines that can limit it. */
function withoutStack<Made extends Error>(create: () => Made): Made {
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

/** The request is invalid (status 400). The message is sent to the caller. */
export function badRequest(message: string): Refusal {
  return new Refusal(message, textReply(400, message));
}

/** The credentials are wrong, expired or revoked (status 401); the reason is a tag such as `expired_access_token`. */
export function unauthorized(reason: string): Refusal {
  return new Refusal(reason, (random) => taggedReply(401, reason, random));
}

/** The credentials do not allow this call (status 403). The reason is a tag. */
export function accessDenied(reason: string): Refusal {
  return new Refusal(reason, (random) => taggedReply(403, reason, random));
}

/** The rate limit is exceeded (status 429). Callers should retry after `retryAfter` seconds. The reason is a tag. */
export function rateLimited(retryAfter: number, reason?: string): Refusal {
  // NaN and numbers that are too large must not be sent in a header.
  const seconds = Number.isSafeInteger(Math.ceil(retryAfter)) ? Math.max(1, Math.ceil(retryAfter)) : 1;
  const reply = reason === undefined ? textReply(429, "Too many requests") : jsonReply(429, JSON.stringify({ reason }));
  const headers = { ...reply.headers, "Retry-After": String(seconds) };
  return new Refusal(reason ?? "too many requests", { ...reply, headers });
}

/** The route is not implemented (status 501). The arguments of the handler are ignored. */
export function notImplemented(..._called: readonly unknown[]): Refusal {
  return new Refusal("not implemented", textReply(501, "This function is not implemented"));
}

/** Whether `thrown` is a {@link Refusal}, of this or another copy of the package. */
export function isRefusal(thrown: unknown): thrown is Refusal {
  return hasBrand(thrown, "Refusal");
}

/** Whether `thrown` is a {@link RouteFailure}, of this or another copy of the package. */
export function isRouteFailure(thrown: unknown): thrown is RouteFailure {
  return hasBrand(thrown, "RouteFailure");
}

function taggedReply(status: number, tag: string, random: Random): TextReply {
  const error = { ".tag": tag };
  return jsonReply(status, JSON.stringify({ error_summary: errorSummary(error, random), error }));
}

/** The call does not conform to its route (status 400). The response has the path of the route and the reason. */
export function badCall(route: RouteInfo, reason: string): Refusal {
  return badRequest(`Error in call to API function "${route.path}": ${reason}`);
}

/** The response to a body that is larger than `limit` bytes (status 413). */
export function bodyTooLarge(limit: number): Refusal {
  return refusal(413, `The request body is larger than ${limit} bytes`);
}

/** The response to an incomplete body; the caller has usually disconnected. */
export function bodyIncomplete(): Refusal {
  return badRequest("The request body is incomplete");
}

/** The response to a body that does not arrive in time (status 408). */
export function bodyTooSlow(): Refusal {
  return refusal(408, "The request body did not arrive in time");
}

function refusal(status: number, message: string): Refusal {
  return new Refusal(message, textReply(status, message));
}

/** The parts of a URL that a server needs. */
export interface ServerUrl {
  /** Everything before the query, as it was sent, without decoding. */
  readonly path: string;
  /** Everything after the question mark; empty if there is nothing. */
  readonly query: string;
}

/** The parts of a URL, which a proxy may have sent in absolute form (RFC 9112, section 3.2.2). */
export function splitUrl(url: string): ServerUrl {
  if (/^\/[^?#]*$/.test(url)) {
    return { path: url, query: "" }; // the most common case
  }
  const [, path = "", query = ""] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  return { path, query };
}

/**
 * The value of a query parameter; undefined if it is missing. Throws an Error if it is repeated or is not
 * percent-encoded UTF-8.
 */
export function queryParameter(query: string, name: string): string | undefined {
  if (query === "") {
    return undefined;
  }
  const values = query.split("&").filter((pair) => pair === name || pair.startsWith(`${name}=`));
  if (values.length > 1) {
    throw new Error("occurs more than once");
  }
  try {
    return values[0] && decodeURIComponent(values[0].slice(name.length + 1).replaceAll("+", " "));
  } catch {
    throw new Error("is not UTF-8 in percent-encoding");
  }
}

/** Received JSON, and its place in the request. */
export interface ReceivedJson {
  readonly json: unknown;
  readonly place: string;
}

/**
 * Throws a {@link Refusal} if the body is compressed: it is not decompressed, and its bytes must not be treated as the
 * content (RFC 9110, sections 8.4 and 12.5.3).
 */
export function checkEncoding(request: ServerRequest): void {
  const encoding = request.header("content-encoding") ?? "";
  if (encoding !== "" && encoding.toLowerCase() !== "identity") {
    const message = `The Content-Encoding ${JSON.stringify(encoding)} is not supported. Send the body without encoding`;
    throw new Refusal(message, withHeaders(textReply(415, message), { "Accept-Encoding": "identity" }));
  }
}

/** The argument of an RPC call, from its body. Throws a {@link Refusal} if it is invalid. */
export function bodyArgument(
  binding: Binding,
  route: RouteInfo,
  request: ServerRequest,
  limit: number,
  milliseconds: number,
): ReceivedJson | Promise<ReceivedJson> {
  const type = request.header("content-type");
  // A route without an argument ignores the content type.
  if (route.hasArg && type !== undefined && !isType(type, "application/json", binding)) {
    throw wrongType(route, "application/json", type);
  }
  if (Number(request.header("content-length")) > limit) {
    throw bodyTooLarge(limit);
  }
  const text = request.text(limit, milliseconds);
  return typeof text === "string" ? readBody(route, text, type) : text.then((text) => readBody(route, text, type));
}

function readBody(route: RouteInfo, text: string, type: string | undefined): ReceivedJson {
  if (text !== "" && route.hasArg && type === undefined) {
    throw wrongType(route, "application/json", type);
  }
  return { json: readJson(route, text, "request body"), place: "request body" };
}

/**
 * The argument of an upload or download, from a header, or from the URL for callers who cannot set headers. Throws a
 * {@link Refusal} if it is invalid or in both.
 */
export function headArgument(
  binding: Binding,
  route: RouteInfo,
  request: ServerRequest,
  query: string,
  limit: number,
): ReceivedJson {
  const name = binding.headers.arg;
  const header = request.header(name.toLowerCase());
  const parameter = argParameter(route, query);
  if (header !== undefined && parameter !== undefined) {
    throw badCall(route, `the argument is both in the header ${name} and in the URL`);
  }
  const place = parameter === undefined ? `header ${name}` : "URL parameter arg";
  const text = parameter ?? decodeHeader(header ?? "");
  if (text.length > limit) {
    // RFC 6585, section 5, and RFC 9110, section 15.5.15.
    throw tooLong(parameter === undefined ? 431 : 414, `The ${place} is longer than ${limit} characters`);
  }
  const json = readJson(route, text, place);
  // Some clients, such as the Dropbox SDK, send `{}` to a route without an argument.
  return { json: route.hasArg || !isEmptyObject(json) ? json : null, place };
}

/** Throws a {@link Refusal} for an upload with the wrong content type. */
export function checkUploadType(binding: Binding, route: RouteInfo, request: ServerRequest): void {
  const type = request.header("content-type");
  if (type !== undefined && !isType(type, "application/octet-stream", binding)) {
    throw wrongType(route, "application/octet-stream", type);
  }
}

function argParameter(route: RouteInfo, query: string): string | undefined {
  try {
    return queryParameter(query, "arg");
  } catch (thrown) {
    throw badCall(route, `the URL parameter arg ${thrown instanceof Error ? thrown.message : ""}`);
  }
}

/** Empty text is read as null, which matches an argument without required fields. */
function readJson(route: RouteInfo, text: string, place: string): unknown {
  if (text === "") {
    return null;
  }
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (thrown) {
    throw badCall(route, `${place}: not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  const key = repeatedKey(text, json);
  if (key !== undefined) {
    throw badCall(route, `${place}: an object has the key ${JSON.stringify(key)} twice`);
  }
  return json;
}

/** The text of a header. Platforms decode headers as Latin-1, and clients that do not escape send UTF-8. */
function decodeHeader(header: string): string {
  if (!/[\x80-\xff]/.test(header)) {
    return header;
  }
  try {
    const bytes = Uint8Array.from(header, (unit) => unit.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return header;
  }
}

/** Whether a content type is the expected one, with any parameters, or the one of requests that avoid a preflight. */
function isType(type: string, expected: string, binding: Binding): boolean {
  return type === expected || mediaType(type) === expected || plain(type) === plain(binding.preflightFreeType);
}

function mediaType(type: string): string {
  return (/^[^;]*/.exec(type)?.[0] ?? "").trim().toLowerCase();
}

/** A content type in lower case, without spaces and quotes. */
function plain(type: string): string {
  return type.toLowerCase().replace(/[\s"]/g, "");
}

function isEmptyObject(json: unknown): boolean {
  return typeof json === "object" && json !== null && !Array.isArray(json) && Object.keys(json).length === 0;
}

function wrongType(route: RouteInfo, expected: string, found: string | undefined): Refusal {
  const what = found === undefined ? "nothing" : JSON.stringify(found);
  return badCall(route, `content type: expected ${expected}, found ${what}`);
}

function tooLong(status: number, message: string): Refusal {
  return new Refusal(message, textReply(status, message));
}

export interface AppCredentials {
  readonly key: string;
  readonly secret: string;
}

/** The information by which a service identifies the caller. */
export interface AuthenticationRequest {
  readonly route: RouteInfo;
  /**
   * The kinds of authentication that the route accepts, such as `["app", "user"]`; empty if the specification does not
   * define them.
   */
  readonly kinds: readonly string[];
  /** The token, if there is one and the route accepts tokens. It may be a user token or a team token. */
  readonly token: string | undefined;
  /** The key and secret of an app, if the route accepts apps. They have not been verified. */
  readonly app: AppCredentials | undefined;
  /** The permission that the specification requires, if any. */
  readonly permission: string | undefined;
  /** The team member to act as. Whether the token allows it has not been verified. */
  readonly selectUser: string | undefined;
  /** The team administrator to act as. Whether the token allows it has not been verified. */
  readonly selectAdmin: string | undefined;
  /** The value of a header, for services with other kinds of credentials. */
  readonly header: (name: string) => string | undefined;
}

/** The member or administrator to act as. */
export interface Selection {
  readonly user: string | undefined;
  readonly admin: string | undefined;
}

/** Reads the headers that select a member or an administrator. */
export function readSelection({ selectHeaders: { user, admin } }: ServedRoute, request: ServerRequest): Selection {
  return { user: request.header(user), admin: request.header(admin) };
}

/** Why the route cannot be called with these select headers, of which at most one is allowed; undefined if it can. */
export function selectionProblem(
  binding: Binding,
  route: RouteInfo,
  kinds: readonly string[],
  { user, admin }: Selection,
): string | undefined {
  const { selectUser, selectAdmin } = binding.headers;
  if (user !== undefined && admin !== undefined) {
    return `${selectUser} and ${selectAdmin} cannot be sent together`;
  }
  if (user !== undefined && !kinds.includes("user")) {
    return `${selectUser} is not accepted here`;
  }
  if (admin === undefined) {
    return undefined;
  }
  const forAdmins = attributeText(route, binding.attributes.selectAdmin) ?? "";
  if (forAdmins !== "" && forAdmins !== "false") {
    return undefined;
  }
  const alternative = kinds.includes("user") ? `, ${selectUser} is` : "";
  return `${selectAdmin} is not accepted here${alternative}`;
}

/** Reads the credentials of a request, except those that the route does not accept. Throws a `Refusal`. */
export function authenticationRequest(
  request: ServerRequest,
  query: string,
  route: RouteInfo,
  kinds: readonly string[],
  permission: string | undefined,
  selection: Selection,
): AuthenticationRequest {
  const [, scheme = "", credentials = ""] = /^(\S+) +(\S+)\s*$/.exec(readAuthorization(request, query, route)) ?? [];
  const is = (wanted: string): boolean => scheme.toLowerCase() === wanted;
  return {
    route,
    kinds,
    token: is("bearer") && (kinds.length === 0 || kinds.some(isTokenKind)) ? credentials : undefined,
    app: is("basic") && kinds.includes("app") ? appCredentials(credentials) : undefined,
    permission,
    selectUser: selection.user,
    selectAdmin: selection.admin,
    header: (name) => request.header(name.toLowerCase()),
  };
}

/** The challenge of a reply with status 401 (RFC 9110, section 11.6.1). */
export function challenge(kinds: readonly string[]): string {
  return kinds.length === 0 || kinds.some(isTokenKind) ? "Bearer" : 'Basic realm="app"';
}

/**
 * The credentials from the header or the URL. Throws a `Refusal` if there are several: they may belong to different
 * callers.
 */
function readAuthorization(request: ServerRequest, query: string, route: RouteInfo): string {
  const header = request.header("authorization");
  const parameter = authorizationParameter(query, route);
  if (header !== undefined && parameter !== undefined) {
    throw badCall(route, "the credentials are both in a header and in the URL");
  }
  const text = header ?? parameter ?? "";
  // The supported schemes have no comma in their credentials, so this is a second header.
  if (text.includes(",") && /^(bearer|basic)\s.*,/is.test(text)) {
    throw badCall(route, "there are two Authorization headers");
  }
  return text;
}

function authorizationParameter(query: string, route: RouteInfo): string | undefined {
  try {
    return queryParameter(query, "authorization");
  } catch (thrown) {
    throw badCall(route, `the URL parameter authorization ${thrown instanceof Error ? thrown.message : ""}`);
  }
}

function isTokenKind(kind: string): boolean {
  return kind !== "app" && kind !== "noauth";
}

function appCredentials(base64: string): AppCredentials | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
    const [, key, secret] = /^([^:]*):(.*)$/s.exec(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) ?? [];
    return key === undefined || secret === undefined ? undefined : { key, secret };
  } catch {
    return undefined;
  }
}

/**
 * The caller of a route that accepts these kinds of authentication: the matching members of a union of contexts
 * discriminated by `kind` (`"user"`, `"team"`, `"app"`). A context without a `kind` is unchanged.
 */
export type Caller<Context, Kinds extends string> = Context extends { readonly kind: infer Kind }
  ? string extends Kind
    ? Context
    : [Extract<Kind, Kinds>] extends [never]
      ? never
      : Context
  : Context;

/** The kind of a context; undefined if it has none. */
export function contextKind(context: unknown): string | undefined {
  if (typeof context !== "object" || context === null || !("kind" in context)) {
    return undefined;
  }
  return typeof context.kind === "string" ? context.kind : undefined;
}

/** The credentials of a request, and the member or administrator that it selects. */
export interface Credentials {
  /** The argument for `authenticate`. */
  readonly request: AuthenticationRequest;
  readonly selection: Selection;
  /** Why the selection is invalid; undefined if it is valid. */
  readonly problem: string | undefined;
}

/** Reads the credentials of a request. Throws a {@link Refusal} for ambiguous credentials. */
export function readCredentials(
  binding: Binding,
  called: ServedRoute,
  request: ServerRequest,
  query: string,
): Credentials {
  const { route, kinds, permission } = called;
  const selection = readSelection(called, request);
  const problem = selectionProblem(binding, route, kinds, selection);
  const accepted = problem === undefined ? selection : { user: undefined, admin: undefined };
  return { request: authenticationRequest(request, query, route, kinds, permission, accepted), selection, problem };
}

/**
 * Returns the context from `authenticate` if it may call the route. Checks the credentials, the selection and the kind,
 * in this order for every call. Undefined only for routes that need no authentication. Throws a {@link Refusal}.
 */
export function authorize<Context>(
  called: ServedRoute,
  { problem }: Credentials,
  authenticated: Context | undefined,
): Context | undefined {
  const context = normalizeContext(authenticated);
  if (context === undefined && !called.kinds.includes("noauth")) {
    throw missingCredentials(called);
  }
  if (problem !== undefined) {
    throw badCall(called.route, problem);
  }
  checkKind(called, contextKind(context));
  return context;
}

/** Throws a {@link Refusal} if the caller's app lacks the permission that the route needs. */
export async function checkPermission<Context>(
  options: ServerOptions<Context>,
  { route, permission }: ServedRoute,
  context: Context,
): Promise<void> {
  if (permission !== undefined && options.hasPermission !== undefined) {
    if (!(await options.hasPermission(context, permission, route))) {
      throw badCall(route, `the app needs the permission ${JSON.stringify(permission)}`);
    }
  }
}

/** Untyped code may return null from a database or a failed comparison, which must not count as a caller. */
function normalizeContext<Context>(context: Context | undefined): Context | undefined {
  return context === null || context === false ? undefined : context;
}

/** A reply with status 401 and the required challenge. */
export function withChallenge(reply: ServerReply, called: ServedRoute): ServerReply {
  return withHeaders(reply, { "WWW-Authenticate": challenge(called.kinds) });
}

function missingCredentials({ route, kinds }: ServedRoute): Refusal {
  const needed = kinds.length === 0 ? "" : ` for: ${kinds.join(", ")}`;
  return new Refusal("unauthorized", textReply(401, `"${route.path}" needs valid credentials${needed}`));
}

/** Throws a {@link Refusal} for a token of the wrong kind. A route that needs no token accepts any kind. */
function checkKind({ route, kinds }: ServedRoute, kind: string | undefined): void {
  if (kind !== undefined && kinds.length > 0 && !kinds.includes(kind) && !kinds.includes("noauth")) {
    throw badCall(route, `the credentials are for ${JSON.stringify(kind)}, the function is for ${kinds.join(", ")}`);
  }
}

/** Collects the body of a request, up to a limit in bytes. */
export class BodyText {
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a chunk. Returns false, and discards the body, if it exceeds the limit. */
  add(chunk: Uint8Array): boolean {
    this.#length += chunk.byteLength;
    const fits = this.#length <= this.#limit;
    if (fits) {
      this.#chunks.push(chunk);
    } else {
      this.#chunks.length = 0;
    }
    return fits;
  }

  /** The text of all chunks. Throws a `Refusal` if it is not UTF-8. */
  text(): string {
    try {
      return utf8.decode(this.#bytes());
    } catch {
      throw badRequest("The request body is not UTF-8");
    }
  }

  #bytes(): Uint8Array {
    const first = this.#chunks[0];
    if (first !== undefined && this.#chunks.length === 1) {
      return first;
    }
    const bytes = new Uint8Array(this.#length);
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.byteLength;
    }
    return bytes;
  }
}

const utf8 = /*#__PURE__*/ new TextDecoder("utf-8", { fatal: true });

/** Bytes that are read on demand, chunk by chunk. */
export interface ByteSource {
  /**
   * The next bytes; undefined at the end. Rejects if the rest cannot be read. With `isSpent`, the previous chunk is no
   * longer in use, so that its memory may be used again.
   */
  readonly next: (isSpent?: boolean) => Promise<Uint8Array | undefined>;
  /** Cancels reading the rest. */
  readonly cancel: (reason?: unknown) => Promise<void>;
}

/** The bytes of a stream, which is locked. */
export function streamSource(stream: ReadableStream<Uint8Array>): ByteSource {
  const reader = stream.getReader();
  return {
    async next() {
      const { done, value } = await reader.read();
      return done ? undefined : bytesIn(value);
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

/** The bytes as a stream, for platforms that need one. */
export function toStream(source: ByteSource): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await source.next();
        if (piece === undefined) {
          controller.close();
        } else {
          controller.enqueue(piece);
        }
      },
      cancel: (reason) => source.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/**
 * A chunk of content. Throws a TypeError for values that untyped code may produce: strings, other arrays, or undefined.
 */
export function bytesIn(piece: unknown): Uint8Array {
  const type = Object.prototype.toString.call(piece);
  if (type !== "[object Uint8Array]") {
    throw new TypeError(`A chunk of the content is not a Uint8Array but ${type}`);
  }
  return piece as Uint8Array;
}

/**
 * The result of `work`; rejects with the error of `late` after a timeout in milliseconds, and then ignores the work.
 * `Infinity` disables the timeout.
 */
export function withTimeout<T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  if (milliseconds === Infinity) {
    return work;
  }
  return new Promise((resolve, reject) => {
    // Timers with a longer delay fire immediately.
    const timer = setTimeout(() => reject(late()), Math.min(milliseconds, 2 ** 31 - 1));
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A handler for platforms with `Request` and `Response`: workers, Deno, Bun, Hono. It never rejects. */
export function toFetchHandler(core: ServerCore): (request: Request) => Promise<Response> {
  return async (request) => {
    const reply = await core(serverRequest(request));
    return toResponse(request.method === "HEAD" ? { ...reply, body: "" } : reply);
  };
}

/** A reply as a `Response`. Throws the platform's error for headers that it rejects, after closing the content. */
export function toResponse({ status, headers, body }: ServerReply): Response {
  if (typeof body === "string") {
    // A reply without content must not have a body, not even an empty one.
    return new Response(body === "" ? null : body, { status, headers });
  }
  try {
    return new Response(toStream(body), { status, headers });
  } catch (thrown) {
    void body.cancel(thrown);
    throw thrown;
  }
}

function serverRequest(request: Request): ServerRequest {
  return {
    method: request.method,
    url: request.url,
    header: (name) => request.headers.get(name) ?? undefined,
    text: async (limit, milliseconds) => {
      const reader = request.body?.getReader();
      if (reader === undefined) {
        return "";
      }
      try {
        return await withTimeout(readText(reader, limit), milliseconds, bodyTooSlow);
      } finally {
        reader.cancel().catch(() => undefined); // the rest of the body is not needed
      }
    },
    content: () => (request.body === null ? nothing : streamSource(request.body)),
    onGone: (listener) => {
      if (request.signal.aborted) {
        listener();
      } else {
        request.signal.addEventListener("abort", listener, { once: true });
      }
    },
  };
}

async function readText(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number): Promise<string> {
  const body = new BodyText(limit);
  for (let read = await next(reader); !read.done; read = await next(reader)) {
    if (!body.add(read.value)) {
      throw bodyTooLarge(limit);
    }
  }
  return body.text();
}

/** A chunk of a body, or its end. */
type Reading = { readonly done: false; readonly value: Uint8Array } | { readonly done: true };

async function next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Reading> {
  try {
    const reading = await reader.read();
    return reading.done ? { done: true } : reading;
  } catch {
    throw bodyIncomplete();
  }
}

const nothing: ByteSource = { next: () => Promise.resolve(undefined), cancel: () => Promise.resolve() };

/** The part of some content that a caller requests: from byte `start` (the first is 0) to byte `end`, inclusive. */
export interface RequestedRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of `size` bytes that the `Range` header requests (RFC 9110, section 14.2). Undefined means the whole
 * content: for a missing or invalid header, and for several ranges, which a server may ignore.
 */
export function requestedRange(header: string | undefined, size: number): RequestedRange | "unsatisfiable" | undefined {
  const [, from = "", to = ""] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? "") ?? [];
  if (from === "") {
    return to === "" ? undefined : lastBytes(Number(to), size);
  }
  const start = Number(from);
  const end = to === "" ? Infinity : Number(to);
  if (end < start) {
    return undefined;
  }
  return start < size ? { start, end: Math.min(end, size - 1) } : "unsatisfiable";
}

function lastBytes(count: number, size: number): RequestedRange | "unsatisfiable" | undefined {
  if (count === 0) {
    return "unsatisfiable";
  }
  // The last bytes of empty content are the whole content, for which there is no Content-Range.
  return size === 0 ? undefined : { start: Math.max(0, size - count), end: size - 1 };
}

/** The content of a response. A string is sent as UTF-8. */
export type Content =
  string | Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | ContentReader;

/**
 * Content that is read into buffers of the server, such as a file. This costs less than chunks: a buffer whose bytes
 * have been sent is used again, so that there is less memory to collect.
 */
export interface ContentReader {
  /** Reads the next bytes into the start of a buffer. Returns how many; 0 at the end. */
  readInto(buffer: Uint8Array): Promise<number>;
  /** Called exactly once, after the last read has ended. */
  close(): Promise<void>;
}

/**
 * The size of the buffers, in bytes. Content costs less with few of them, but only below 128 KiB: larger buffers are
 * mapped into memory anew each time, and the system has to clear each of their pages first.
 */
const bufferSize = 120 * 1024;

/** The number of bytes; undefined for streams and iterables. */
export function contentSize(content: Content): number | undefined {
  if (typeof content === "string") {
    return new TextEncoder().encode(content).byteLength;
  }
  if (content instanceof Uint8Array) {
    return content.byteLength;
  }
  return content instanceof Blob ? content.size : undefined;
}

/**
 * The bytes of some content: `length` bytes after the first `skip` bytes, or all if the length is unknown. Content that
 * ends earlier is an error. Errors are also passed to `report`. The content is always closed exactly once, without
 * waiting for it.
 */
export function contentSource(
  content: Content,
  skip: number,
  length: number | undefined,
  report: (error: unknown) => void,
): ByteSource {
  const end = length === undefined ? Infinity : skip + length;
  const source = wholeSource(content, end);
  let at = 0;
  let isOver = false;

  /** Closes the content, unless it has ended. */
  function stop(reason?: unknown): void {
    if (!isOver) {
      isOver = true;
      source.cancel(reason).catch(() => undefined); // an error of closing is irrelevant
    }
  }

  /** The next requested bytes; undefined at the end. */
  async function nextWanted(isSpent: boolean): Promise<Uint8Array | undefined> {
    while (at < end) {
      const piece = await source.next(isSpent);
      if (piece === undefined) {
        if (end !== Infinity) {
          throw new Error(`The content ended after ${at} of ${end} bytes`);
        }
        isOver = true;
        return undefined;
      }
      const wanted = piece.subarray(Math.max(0, skip - at), Math.max(0, end - at));
      at += piece.byteLength;
      if (wanted.byteLength > 0) {
        return wanted;
      }
    }
    stop();
    return undefined;
  }

  return {
    async next(isSpent = false) {
      try {
        const piece = isOver ? undefined : await nextWanted(isSpent);
        return isOver ? undefined : piece;
      } catch (thrown) {
        if (isOver) {
          return undefined; // the reader has cancelled
        }
        stop(thrown);
        report(thrown);
        throw thrown;
      }
    },
    cancel(reason) {
      stop(reason);
      return Promise.resolve();
    },
  };
}

/** The bytes from the start, of which at most `end` are needed. */
function wholeSource(content: Content, end: number): ByteSource {
  if (typeof content === "string") {
    return only(new TextEncoder().encode(content));
  }
  if (content instanceof Uint8Array) {
    return only(content);
  }
  if (content instanceof Blob) {
    return streamSource(content.stream());
  }
  if ("readInto" in content) {
    return readerSource(content, Math.min(bufferSize, end));
  }
  return "getReader" in content ? streamSource(content) : iterated(content);
}

/** A source of one chunk. */
function only(bytes: Uint8Array): ByteSource {
  const pieces = [bytes];
  return { next: () => Promise.resolve(pieces.pop()), cancel: () => Promise.resolve() };
}

function readerSource(reader: ContentReader, size: number): ByteSource {
  let buffer: Uint8Array | undefined;
  let reading: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;

  function close(): Promise<void> {
    const end = (): Promise<void> => reader.close();
    return (closing ??= reading.then(end, end));
  }

  return {
    async next(isSpent) {
      if (buffer === undefined || isSpent !== true) {
        buffer = new Uint8Array(size);
      }
      const read = reader.readInto(buffer);
      reading = read;
      const length = await read;
      if (length > 0) {
        return buffer.subarray(0, length);
      }
      await close();
      return undefined;
    },
    cancel: close,
  };
}

function iterated(content: AsyncIterable<Uint8Array>): ByteSource {
  const nodeStream = isNodeStream(content) ? content : undefined;
  // An unhandled `error` event ends the process, and the iterator listens only after the first read.
  nodeStream?.on("error", () => undefined);
  const iterator: AsyncIterator<unknown, unknown> = content[Symbol.asyncIterator]();
  return {
    async next() {
      const { done, value } = await iterator.next();
      return done === true ? undefined : bytesIn(value);
    },
    async cancel() {
      // A Node stream opens its file immediately, but its iterator closes it only after the first read.
      nodeStream?.destroy();
      await iterator.return?.();
    },
  };
}

interface NodeStream {
  on(event: "error", listener: () => void): unknown;
  destroy(): unknown;
}

function isNodeStream(content: object): content is NodeStream {
  return "on" in content && typeof content.on === "function" && "destroy" in content;
}

/** An entity tag with quotes, as in a header. Throws an Error for an invalid tag (RFC 9110, section 8.8.3). */
export function quotedTag(tag: string): string {
  const quoted = /^(W\/)?".*"$/s.test(tag) ? tag : `"${tag}"`;
  if (!/^(W\/)?"[\x21\x23-\x7e]*"$/.test(quoted)) {
    throw new Error(`${JSON.stringify(tag)} is not a valid entity tag`);
  }
  return quoted;
}

/** Whether `If-None-Match` matches the content; tags compare weakly (RFC 9110, section 13.1.2). */
export function hasAlready(ifNoneMatch: string | undefined, tag: string | undefined): boolean {
  if (ifNoneMatch?.trim() === "*") {
    return true;
  }
  const tags: readonly string[] = ifNoneMatch?.match(/"[^"]*"/g) ?? [];
  return tag !== undefined && tags.includes(tag.replace(/^W\//, ""));
}

/** Whether `If-Range` allows a range; tags compare strongly, and a date never matches (RFC 9110, section 13.1.5). */
export function allowsRange(ifRange: string | undefined, tag: string | undefined): boolean {
  return ifRange === undefined || (ifRange.trim() === tag && !tag.startsWith("W/"));
}

/** Content, with the metadata for range requests and conditional requests. */
export interface ServedContent {
  /**
   * The whole content, or a function that returns the requested range of content whose `size` is known, or all of it
   * without a range. The function is not called if the caller already has the content or only requests headers. Content
   * that is not read to its end is cancelled.
   */
  readonly content: Content | ((range: RequestedRange | undefined) => Content | Promise<Content>);
  /**
   * The size in bytes. Range requests are supported only if it is known: from here, or because the content is bytes,
   * text or a `Blob`. In a stream, the bytes before the range are skipped.
   */
  readonly size?: number | undefined;
  /** The entity tag, which changes with the content; with or without the quotes of the header. */
  readonly etag?: string | undefined;
  /** `application/octet-stream` by default. */
  readonly contentType?: string | undefined;
}

/** The result of the handler of a download. */
export interface DownloadReply<Result> extends ServedContent {
  readonly result: Result;
}

/**
 * The reply to a request for content, which may be conditional or for a range (RFC 9110, sections 13 and 14), with
 * additional headers. `report` is called with errors while the content is sent. Throws an Error for an invalid size,
 * tag or type.
 */
export async function contentReply(
  request: ContentRequest,
  served: ServedContent,
  headers: Readonly<Record<string, string>>,
  report: (error: unknown) => void,
): Promise<ServerReply> {
  try {
    return await wantedReply(request, served, headers, report);
  } catch (thrown) {
    discard(served);
    throw thrown;
  }
}

/** The parts of a request that determine which part of the content to send. */
type ContentRequest = Pick<ServerRequest, "method" | "header">;

/** Closes content that will not be read. Errors of closing are ignored. */
export function discard({ content }: ServedContent): void {
  if (typeof content !== "function") {
    try {
      void contentSource(content, 0, undefined, () => undefined).cancel();
    } catch {
      // The content has failed or is being read elsewhere: there is nothing to close.
    }
  }
}

async function wantedReply(
  request: ContentRequest,
  served: ServedContent,
  more: Readonly<Record<string, string>>,
  report: (error: unknown) => void,
): Promise<ServerReply> {
  const tag = served.etag === undefined ? undefined : quotedTag(served.etag);
  const size = checkedSize(served);
  const tagHeader = tag === undefined ? undefined : { ETag: tag };
  const type = served.contentType ?? "application/octet-stream";
  if (hasAlready(request.header("if-none-match"), tag)) {
    discard(served);
    return { status: 304, headers: { ...tagHeader }, body: "" };
  }
  const wanted = allowsRange(request.header("if-range"), tag) ? request.header("range") : undefined;
  const range = size === undefined ? undefined : requestedRange(wanted, size);
  if (range === "unsatisfiable") {
    discard(served);
    const reply = textReply(416, `The content ends at byte ${String(size)}`);
    return withHeaders(reply, { "Content-Range": `bytes */${String(size)}`, ...tagHeader });
  }
  const length = range === undefined ? size : range.end - range.start + 1;
  const head = withSafeHeaders({
    status: range === undefined ? 200 : 206,
    body: "",
    headers: {
      "Content-Type": type,
      ...more,
      ...tagHeader,
      ...(size === undefined ? undefined : { "Accept-Ranges": "bytes" }),
      ...(length === undefined ? undefined : { "Content-Length": String(length) }),
      ...(range && { "Content-Range": `bytes ${range.start}-${range.end}/${String(size)}` }),
    },
  });
  if (request.method === "HEAD") {
    discard(served);
    return head;
  }
  return { ...head, body: await open(served, range, length, report) };
}

function checkedSize({ content, size }: ServedContent): number | undefined {
  const seen = typeof content === "function" ? undefined : contentSize(content);
  if (size !== undefined && (!Number.isSafeInteger(size) || size < 0 || (seen ?? size) !== size)) {
    throw new Error(`${size} is not the size of the content`);
  }
  return size ?? seen;
}

async function open(
  { content }: ServedContent,
  range: RequestedRange | undefined,
  length: number | undefined,
  report: (error: unknown) => void,
): Promise<ByteSource> {
  if (typeof content === "function") {
    return contentSource(await content(range), 0, length, report);
  }
  if (range !== undefined && content instanceof Blob) {
    return contentSource(content.slice(range.start, range.end + 1), 0, length, report);
  }
  return contentSource(content, range?.start ?? 0, length, report);
}

/** The options of {@link contentResponse}. */
export interface ContentResponseOptions {
  /** Additional headers, such as `Content-Disposition`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called with errors while the content is sent, when it is too late for another response. */
  readonly onError?: ((error: unknown) => void | Promise<void>) | undefined;
}

/**
 * Responds to a request for content that is not a call of a route, such as a link, in the same way as to downloads:
 * with ranges, entity tags and `HEAD`. Rejects with an Error for an invalid size, tag, type or header.
 */
export async function contentResponse(
  request: Request,
  served: ServedContent,
  { headers = {}, onError }: ContentResponseOptions = {},
): Promise<Response> {
  const { method } = request;
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  return toResponse(
    await contentReply({ method, header }, served, headers, (error) => void reportFailure(onError, error)),
  );
}

async function reportFailure(report: ContentResponseOptions["onError"], error: unknown): Promise<void> {
  try {
    await report?.(error);
  } catch {
    // A failing callback must not end the process.
  }
}

/** The origins that may call a service from a browser: all, those in a list, or none if undefined. */
export type AllowedOrigins = "*" | readonly string[] | undefined;

/** The headers of each reply that let a page read it, for a request and its query. */
export function crossOriginHeaders(
  binding: Binding,
  allowed: "*" | readonly string[],
): (request: ServerRequest, query: string) => Readonly<Record<string, string>> {
  const exposed = [binding.headers.result, "ETag", "Accept-Ranges", "Content-Range", "Retry-After", "X-Request-Id"];
  const exposedList = exposed.join(", ");
  const vary = allowed === "*" ? undefined : { Vary: "Origin" };
  return (request, query) => {
    if (isUnwantedPreflight(request, query)) {
      return {};
    }
    const origin = allowedOrigin(allowed, request);
    return origin === undefined
      ? { ...vary }
      : { ...vary, "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": exposedList };
  };
}

/**
 * The reply to a preflight request for a route with these methods. Throws a `Refusal` if the caller has declared that
 * the call needs no preflight request: then the page has set a header by mistake.
 */
export function preflightReply(
  methods: readonly string[],
  allowed: AllowedOrigins,
  request: ServerRequest,
  query: string,
): ServerReply {
  if (isUnwantedPreflight(request, query)) {
    throw badRequest("This call needs a preflight request, which reject_cors_preflight rejects");
  }
  const list = methods.join(", ");
  if (allowedOrigin(allowed ?? [], request) === undefined) {
    return { status: 204, headers: { Allow: list }, body: "" };
  }
  // Handlers decide about headers: an allowed origin may send any headers.
  const headers = request.header("access-control-request-headers") ?? "";
  return {
    status: 204,
    headers: {
      Allow: list,
      "Access-Control-Allow-Methods": list,
      ...(/^[\w!#$%&'*+.^`|~, -]+$/.test(headers) && { "Access-Control-Allow-Headers": headers }),
    },
    body: "",
  };
}

function isUnwantedPreflight(request: ServerRequest, query: string): boolean {
  return request.method === "OPTIONS" && query.split("&").includes("reject_cors_preflight=true");
}

function allowedOrigin(allowed: "*" | readonly string[], request: ServerRequest): string | undefined {
  const origin = request.header("origin");
  return allowed === "*" ? "*" : allowed.find((each) => each === origin);
}

/** The content of an upload, which can be read once: as a stream, or with `for await`. */
export type UploadedContent = ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;

/** The content of an upload, which is read only on demand of the handler. */
export class ReceivedContent {
  readonly content: UploadedContent;
  /** The error with which reading has failed. */
  failure: Refusal | undefined;
  readonly #body: ByteSource;
  readonly #limit: number;
  #length = 0;
  /** How the content ended; reading rejects with the Error. */
  #end: "read" | "cancelled" | Error | undefined;

  /** `limit` is the maximum size in bytes. */
  constructor(body: ByteSource, limit: number) {
    this.#body = body;
    this.#limit = limit;
    const source = { next: () => this.#next(), cancel: () => this.#cancel() };
    // Not all platforms can iterate streams, and this is faster.
    this.content = Object.assign(toStream(source), { [Symbol.asyncIterator]: () => iterator(source) });
  }

  /** Ends the content after the response: further reads reject. */
  end(): void {
    if (this.#end === undefined) {
      this.#stop(new Error("The call has already been answered")); // only then: its stack would cost every call
    }
  }

  async #next(): Promise<Uint8Array | undefined> {
    const piece = this.#end === undefined ? await this.#read() : undefined;
    this.#length += piece?.byteLength ?? 0;
    if (this.#length > this.#limit) {
      this.#fail(bodyTooLarge(this.#limit));
    }
    if (this.#end instanceof Error) {
      throw this.#end;
    }
    if (piece === undefined) {
      this.#end ??= "read";
    }
    return this.#end === undefined ? piece : undefined;
  }

  async #read(): Promise<Uint8Array | undefined> {
    try {
      return await this.#body.next();
    } catch {
      this.#fail(bodyIncomplete());
      return undefined;
    }
  }

  #cancel(): Promise<void> {
    this.#stop("cancelled");
    return Promise.resolve();
  }

  #fail(failure: Refusal): void {
    if (this.#end === undefined) {
      this.failure = failure;
      this.#stop(failure);
    }
  }

  #stop(end: "cancelled" | Error): void {
    if (this.#end === undefined) {
      this.#end = end;
      this.#body.cancel().catch(() => undefined); // the rest is not needed
    }
  }
}

function iterator({ next, cancel }: ByteSource): AsyncIterableIterator<Uint8Array> {
  return {
    async next() {
      const value = await next();
      return value === undefined ? { done: true, value } : { done: false, value };
    },
    async return() {
      await cancel();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** The properties of a request that a handler receives besides the argument. */
export interface HandlerRequest {
  readonly route: RouteInfo;
  /** Such as `POST`; downloads can also be called with `GET` and `HEAD`. */
  readonly method: string;
  /** The team member to act as. */
  readonly selectUser: string | undefined;
  /** The team administrator to act as. */
  readonly selectAdmin: string | undefined;
  /** Aborted when the caller disconnects or the handler timeout elapses. */
  readonly signal: AbortSignal;
  /** The value of a header. */
  header(name: string): string | undefined;
}

/** The request of a running handler. Properties that are rarely used are created on demand. */
export class RunningRequest implements HandlerRequest {
  readonly route: RouteInfo;
  readonly method: string;
  readonly selectUser: string | undefined;
  readonly selectAdmin: string | undefined;
  readonly #request: ServerRequest;
  readonly #maxUploadBytes: number;
  #abortion: AbortController | undefined;
  #abortReason: Error | undefined;
  #upload: ReceivedContent | undefined;

  constructor(route: RouteInfo, request: ServerRequest, selection: Selection, maxUploadBytes: number) {
    this.route = route;
    this.method = request.method;
    this.selectUser = selection.user;
    this.selectAdmin = selection.admin;
    this.#request = request;
    this.#maxUploadBytes = maxUploadBytes;
  }

  get signal(): AbortSignal {
    if (this.#abortion === undefined) {
      this.#abortion = new AbortController();
      if (this.#abortReason === undefined) {
        this.#request.onGone(() => this.abort(new Error("The caller has disconnected")));
      } else {
        this.#abortion.abort(this.#abortReason);
      }
    }
    return this.#abortion.signal;
  }

  header(name: string): string | undefined {
    return this.#request.header(name.toLowerCase());
  }

  abort(reason: Error): void {
    this.#abortReason = reason;
    this.#abortion?.abort(reason);
  }

  /** The content of an upload. */
  get content(): UploadedContent {
    this.#upload ??= new ReceivedContent(this.#request.content(), this.#maxUploadBytes);
    return this.#upload.content;
  }

  /** The failure of the content, even if the handler ignored it. */
  get contentFailure(): Refusal | undefined {
    return this.#upload?.failure;
  }

  /** Releases the unread content after the handler has completed. */
  end(): void {
    this.#upload?.end();
  }
}

/** Handles requests. It never rejects. */
export interface Handler {
  (request: Request): Promise<Response>;
  /** The same without `Request` and `Response`, which some platforms do not need. */
  readonly core: ServerCore;
}

export function toHandler(core: ServerCore): Handler {
  return Object.assign(toFetchHandler(core), { core });
}

/** The body of a request, read on demand. Fails if it is incomplete. */
export function nodeBody(request: NodeRequest): ByteSource {
  const pieces: Uint8Array[] = [];
  let state: "open" | "ended" | "broken" | "cancelled" = request.destroyed ? "broken" : "open";
  let waiting: Promise<void> | undefined;
  let wake: () => void = () => undefined;

  /** Waits for the next event; several callers may wait. */
  function nextEvent(): Promise<void> {
    waiting ??= new Promise((resolve) => {
      wake = () => {
        waiting = undefined;
        resolve();
      };
    });
    return waiting;
  }

  function end(how: "ended" | "broken"): void {
    if (state === "open") {
      state = how;
      wake();
    }
  }

  request.on("data", (piece) => {
    if (state === "open") {
      pieces.push(piece);
      request.pause();
      wake();
    }
  });
  request.on("end", () => end("ended"));
  request.on("close", () => end("broken"));
  request.pause();

  return {
    async next() {
      while (pieces.length === 0 && state === "open") {
        const arrival = nextEvent();
        request.resume();
        await arrival;
      }
      if (pieces.length === 0 && state === "broken") {
        throw bodyIncomplete();
      }
      return pieces.shift();
    },
    cancel() {
      state = "cancelled";
      pieces.length = 0;
      wake();
      return Promise.resolve();
    },
  };
}

const waiting = new WeakMap<NodeConnection, Set<() => void>>();

/**
 * Calls a listener when a connection is closed. All listeners of a connection share one event listener, because Node
 * reports many of them as a leak. Returns a function that removes the listener and returns whether it was still there.
 */
export function onClose(socket: NodeConnection, listener: () => void): () => boolean {
  const listeners = waiting.get(socket) ?? new Set();
  if (!waiting.has(socket)) {
    waiting.set(socket, listeners);
    socket.on("close", () => {
      for (const each of listeners) {
        listeners.delete(each);
        each();
      }
    });
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The parts of an `IncomingMessage` of `node:http` that are used here. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Names and values alternately, as they were sent. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** The whole request has arrived. */
  readonly complete: boolean;
  readonly readableEnded: boolean;
  /** The number of received bytes of the body that have not been read. */
  readonly readableLength: number;
  readonly destroyed: boolean;
  readonly socket?: NodeConnection | undefined;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close" | "error", listener: () => void): unknown;
  /** All received bytes that have not been read; null if there are none. */
  read(): Uint8Array | null;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
}

/** The parts of the `Socket` of a connection that are used here. */
export interface NodeConnection {
  readonly destroyed: boolean;
  on(event: "close", listener: () => void): unknown;
}

/** The parts of a `ServerResponse` of `node:http` that are used here. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  /** All of the reply has been handed to the system. */
  readonly writableFinished: boolean;
  on(event: "error" | "drain" | "close", listener: () => void): unknown;
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  write(chunk: Uint8Array): boolean;
  end(body: string): unknown;
  destroy(): unknown;
}

/** A global of all platforms with `node:http`, declared here because their types may be missing. */
declare const Buffer: { byteLength(text: string): number };

/**
 * A listener for `node:http` and frameworks based on it, such as Express and Fastify. It reads the body of the request
 * itself: do not register a body parser before it. It never throws.
 */
export function toNodeListener(
  server: ServerCore | { readonly core: ServerCore },
): (request: NodeRequest, response: NodeResponse) => void {
  const core = "core" in server ? server.core : server;
  return (request, response) => {
    // A lost connection is not an error, but without a listener it could end the process.
    request.on("error", ignore);
    response.on("error", ignore);
    void serve(core, request, response);
  };
}

async function serve(core: ServerCore, request: NodeRequest, response: NodeResponse): Promise<void> {
  try {
    const received = new NodeServerRequest(request, response);
    send(await core(received), received, response);
  } catch {
    request.destroy();
  }
}

/** A request of a `node:http` server in the form that the core needs. */
class NodeServerRequest implements ServerRequest {
  readonly method: string;
  readonly url: string;
  readonly #request: NodeRequest;
  readonly #response: NodeResponse;
  #isRead = false;

  constructor(request: NodeRequest, response: NodeResponse) {
    this.method = request.method ?? "";
    this.url = request.url ?? "";
    this.#request = request;
    this.#response = response;
  }

  header(name: string): string | undefined {
    // Node drops a second `Authorization` header, but it is unknown which one was meant.
    const value = (name === "authorization" ? repeated(this.#request, name) : undefined) ?? this.#request.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  text(limit: number, milliseconds: number): string | Promise<string> {
    checkUnread(this.#request);
    if (this.#request.destroyed) {
      throw bodyIncomplete();
    }
    if (hasArrived(this.#request)) {
      this.#isRead = true;
      return arrivedText(this.#request, limit);
    }
    return withTimeout(readNodeText(this.#request, limit), milliseconds, bodyTooSlow);
  }

  content(): ByteSource {
    checkUnread(this.#request);
    return nodeBody(this.#request);
  }

  onGone(listener: () => void): void {
    if (this.isGone()) {
      listener();
    } else {
      this.onEnd(() => {
        if (!this.#response.writableFinished) {
          listener();
        }
      });
    }
  }

  /** Whether the caller has disconnected. */
  isGone(): boolean {
    return this.#response.destroyed || this.#request.socket?.destroyed === true;
  }

  /**
   * Calls the listener once when the reply is sent or the connection is lost. For a reply that is queued after another
   * one on the same connection, Node itself does not report a lost connection.
   */
  onEnd(listener: () => void): void {
    const { socket } = this.#request;
    const forget = socket && onClose(socket, listener);
    this.#response.on("close", () => {
      if (forget?.() !== false) {
        listener();
      }
    });
  }

  /**
   * Discards the rest of a rejected request: many callers read the response only after sending everything, and the
   * connection can be reused afterwards. A caller who sends too much is disconnected.
   */
  drain(): void {
    if (!this.#isRead && !this.#request.complete) {
      drain(this.#request, 16 * 1_048_576);
    }
  }
}

/** The values of a header that was sent more than once; undefined for other headers. */
function repeated({ rawHeaders = [] }: NodeRequest, name: string): string[] | undefined {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) {
      values.push(rawHeaders[at + 1] ?? "");
    }
  }
  return values.length > 1 ? values : undefined;
}

/**
 * Whether the whole body has been received, as usual: small bodies arrive with the head. `complete` alone is not
 * enough, because Node sets it only some time after the last byte.
 */
function hasArrived({ complete, readableLength, headers }: NodeRequest): boolean {
  return complete || readableLength === Number(headers["content-length"]);
}

/** The text of a received body. Listeners and a timer would cost more than everything else. */
function arrivedText(request: NodeRequest, limit: number): string {
  const body = new BodyText(limit);
  request.resume(); // to its end, otherwise it would never be closed
  for (let bytes = request.read(); bytes !== null; bytes = request.read()) {
    if (!body.add(bytes)) {
      throw bodyTooLarge(limit);
    }
  }
  return body.text();
}

async function readNodeText(request: NodeRequest, limit: number): Promise<string> {
  const body = new BodyText(limit);
  await new Promise<void>((resolve, reject) => {
    request.on("data", (chunk) => {
      if (!body.add(chunk)) {
        reject(bodyTooLarge(limit));
      }
    });
    request.on("end", resolve);
    request.on("close", () => {
      // Most connections close after the end: creating an error for each would cost 10% of the server's time.
      if (!request.readableEnded) {
        reject(bodyIncomplete());
      }
    });
  });
  return body.text();
}

function checkUnread(request: NodeRequest): void {
  if (request.readableEnded) {
    throw new Error("The request body has already been read. Register the API before middleware that parses bodies");
  }
}

function send(reply: ServerReply, request: NodeServerRequest, response: NodeResponse): void {
  if (response.headersSent) {
    // Other code, such as a timeout, has responded in the meantime.
    if (typeof reply.body !== "string") {
      reply.body.cancel().catch(ignore);
    }
    return;
  }
  response.writeHead(reply.status, nodeHeaders(reply));
  if (typeof reply.body === "string") {
    response.end(reply.body);
  } else {
    pump(reply.body, request, response).catch(() => response.destroy());
  }
  request.drain();
}

/**
 * The headers of a reply, with the length of a text: without it, or with a header at a time, Node takes a sixth longer
 * for a small reply. So it does with an object that is made by a spread, whose properties are slow to read.
 */
function nodeHeaders({ status, headers, body }: ServerReply): Readonly<Record<string, string>> {
  if (typeof body !== "string" || body === "") {
    return headers;
  }
  // After status 408 the rest of the body is not expected (RFC 9110, section 15.5.9).
  const more = status === 408 ? { Connection: "close" } : undefined;
  return Object.assign({ "Content-Length": String(Buffer.byteLength(body)) }, headers, more);
}

/** Sends content, respecting back-pressure. Rejects if the content fails. */
async function pump(body: ByteSource, request: NodeServerRequest, response: NodeResponse): Promise<void> {
  let wake: () => void = ignore;
  response.on("drain", () => wake());
  request.onEnd(() => {
    wake();
    body.cancel().catch(ignore); // releases the content; has no effect after its end
  });
  if (request.isGone()) {
    return body.cancel(); // the caller had disconnected before
  }
  let isSpent = false;
  for (let piece = await body.next(); piece !== undefined; piece = await body.next(isSpent)) {
    if (request.isGone()) {
      return;
    }
    isSpent = false;
    if (!response.write(piece) && !request.isGone()) {
      await new Promise<void>((resolve) => (wake = resolve));
      isSpent = true; // after `drain` nothing is left in the buffers of Node
    }
  }
  response.end("");
}

function drain(request: NodeRequest, limit: number): void {
  let left = limit;
  request.on("data", (chunk) => {
    left -= chunk.byteLength;
    if (left < 0) {
      request.destroy();
    }
  });
  request.resume();
}

function ignore(): void {
  // Errors of closed connections need no handling.
}

/** The options of a server that do not depend on the API. */
export interface ServerOptions<Context> {
  /**
   * Returns the context of the caller, which is passed to handlers. Undefined, null and false cause status 401, unless
   * the route needs no authentication. If the context has a `kind`, such as `"user"`, that the route does not accept,
   * the status is 400. May throw the same errors as handlers, except route errors.
   */
  readonly authenticate: (request: AuthenticationRequest) => Context | undefined | Promise<Context | undefined>;
  /**
   * Whether the caller has the permission that the specification requires. If not, the status is 400. True by default.
   */
  readonly hasPermission?:
    ((context: Context, permission: string, route: RouteInfo) => boolean | Promise<boolean>) | undefined;
  /** The permissions of the caller for fields and tags with `Omitted`; none by default. */
  readonly permissions?: ((context: Context) => readonly string[]) | undefined;
  /** The maximum size of an argument in bytes; 1 MiB by default. */
  readonly maxBodyBytes?: number | undefined;
  /** The maximum size of an upload's content in bytes; unlimited by default. */
  readonly maxUploadBytes?: number | undefined;
  /** The timeout for the body of an RPC call in milliseconds, after which the status is 408; 30,000 by default. */
  readonly bodyTimeout?: number | undefined;
  /** The timeout for a handler in milliseconds, after which the status is 503; none by default. */
  readonly handlerTimeout?: number | undefined;
  /** The origins, such as `https://example.com`, that may call from a browser; none by default. */
  readonly allowedOrigins?: AllowedOrigins;
  /**
   * Converts an error thrown by `authenticate` or a handler into a response other than status 500, for example a
   * database error that the caller has caused.
   */
  readonly refusalFor?: ((thrown: unknown, route: RouteInfo) => Refusal | undefined) | undefined;
  /** Called with errors that cause status 500, which callers do not see. Logs to the console by default. */
  readonly onError?: ((error: unknown, info: ErrorInfo) => unknown) | undefined;
  /**
   * Determines the number of dots at the end of an `error_summary`: returns numbers from 0 to 1. `Math.random` by
   * default; tests can replace it.
   */
  readonly random?: Random | undefined;
  /** Called for each response, for logging. */
  readonly onReply?: ((entry: ReplyEntry) => unknown) | undefined;
}

/** Information about an internal error. */
export interface ErrorInfo {
  readonly route: RouteInfo;
  /**
   * The id sent to the caller, in the body and in the `X-Request-Id` header, unless the response had already started.
   */
  readonly requestId: string;
}

/** A log entry for a response, without secrets. */
export interface ReplyEntry {
  /** Undefined for calls of unknown routes. */
  readonly route: RouteInfo | undefined;
  readonly method: string;
  readonly status: number;
  /** The time from the request to the response, without the content of a download, which is sent afterwards. */
  readonly milliseconds: number;
  /** Computes the redacted argument; undefined if there was none or it was not accepted. */
  readonly arg: () => unknown;
  /** The tags of the route error, such as `path/not_found`; undefined for other responses. */
  readonly errorPath: string | undefined;
  /** As in {@link ErrorInfo}. */
  readonly requestId: string | undefined;
}

/** A request, independent of the platform. */
export interface ServerRequest {
  readonly method: string;
  /** The URL, with or without scheme and host. */
  readonly url: string;
  /** The value of a header, whose name must be in lower case. Repeated headers are joined with a comma. */
  header(name: string): string | undefined;
  /**
   * The whole body, without a promise if it has already been received. Throws or rejects with a `Refusal` if it has
   * more bytes than `limit`, is not UTF-8, is incomplete or takes longer than `milliseconds`.
   */
  text(limit: number, milliseconds: number): string | Promise<string>;
  /** The body as it arrives, read on demand. Fails if it is incomplete. */
  content(): ByteSource;
  /** Calls the listener if the caller disconnects before the whole reply is sent. */
  onGone(listener: () => void): void;
}

/** A call of a route, from the request to the reply, with what may be logged about it. */
export class ServedCall<Context> {
  /** The argument for logs, after it has been accepted. */
  redactedArg: (() => unknown) | undefined;
  /** The tags of the route error, if that is the reply. */
  errorPath: string | undefined;
  /** The id of an internal error. */
  requestId: string | undefined;
  readonly #binding: Binding;
  readonly #options: ServerOptions<Context>;
  readonly #called: ServedRoute;
  readonly #request: ServerRequest;
  readonly #query: string;

  constructor(
    binding: Binding,
    options: ServerOptions<Context>,
    called: ServedRoute,
    request: ServerRequest,
    query: string,
  ) {
    this.#binding = binding;
    this.#options = options;
    this.#called = called;
    this.#request = request;
    this.#query = query;
  }

  /**
   * The reply; never rejects. The checks run in the same order for each call, so that a call with two faults always
   * gets the same reply; then the handler runs. Each awaited promise costs every call about 1% of its time, so there
   * are as few as possible.
   */
  async reply(): Promise<ServerReply> {
    try {
      if (this.#request.method === "OPTIONS") {
        return withSafeHeaders(this.#preflight());
      }
      this.#checkMethod();
      const credentials = readCredentials(this.#binding, this.#called, this.#request, this.#query);
      const context = authorize(this.#called, credentials, await this.#options.authenticate(credentials.request));
      if (context !== undefined && this.#options.hasPermission !== undefined) {
        await checkPermission(this.#options, this.#called, context);
      }
      const permissions = context === undefined ? undefined : this.#options.permissions?.(context);
      const received = this.#argument();
      const call = this.#accept(received instanceof Promise ? await received : received, permissions);
      return await this.#run(call, context, credentials.selection, permissions);
    } catch (thrown) {
      return this.#refusal(thrown);
    }
  }

  /** The reply to a call that failed. */
  #refusal(thrown: unknown): ServerReply {
    try {
      const refusal = isRefusal(thrown) ? thrown : this.#options.refusalFor?.(thrown, this.#called.route);
      if (refusal === undefined) {
        return this.#giveUp(thrown);
      }
      const reply = refusal.replyWith(this.#options.random ?? Math.random);
      return withSafeHeaders(reply.status === 401 ? withChallenge(reply, this.#called) : reply);
    } catch (thrown) {
      return this.#giveUp(thrown);
    }
  }

  #preflight(): ServerReply {
    return preflightReply(this.#called.methods, this.#options.allowedOrigins, this.#request, this.#query);
  }

  #checkMethod(): void {
    const { methods, route } = this.#called;
    if (!methods.includes(this.#request.method)) {
      const message = `"${route.path}" must be called with ${methods.join(" or ")}`;
      throw new Refusal(message, withHeaders(textReply(405, message), { Allow: methods.join(", ") }));
    }
  }

  /** The JSON of the argument, from the body or the head, depending on the style of the route. */
  #argument(): ReceivedJson | Promise<ReceivedJson> {
    const { route, style } = this.#called;
    const { maxBodyBytes = 1_048_576, maxUploadBytes = Infinity, bodyTimeout = 30_000 } = this.#options;
    if (style !== "download") {
      checkEncoding(this.#request);
    }
    if (style === "rpc") {
      return bodyArgument(this.#binding, route, this.#request, maxBodyBytes, bodyTimeout);
    }
    if (style === "upload") {
      checkUploadType(this.#binding, route, this.#request);
      if (Number(this.#request.header("content-length")) > maxUploadBytes) {
        throw bodyTooLarge(maxUploadBytes);
      }
    }
    return headArgument(this.#binding, route, this.#request, this.#query, maxBodyBytes);
  }

  /** Checks the argument. Throws a {@link Refusal} with the path of the first mismatch. */
  #accept({ json, place }: ReceivedJson, permissions: readonly string[] | undefined): AcceptedCall {
    try {
      const call = this.#called.accept(json, { strict: true, permissions });
      this.redactedArg = call.redactedArg;
      return call;
    } catch (thrown) {
      throw thrown instanceof DecodeError ? badCall(this.#called.route, `${place}: ${thrown.message}`) : thrown;
    }
  }

  /** Runs the handler. A failure of the uploaded content takes precedence over the result of the handler. */
  async #run(
    call: AcceptedCall,
    context: Context | undefined,
    selection: Selection,
    permissions: readonly string[] | undefined,
  ): Promise<ServerReply> {
    const { maxUploadBytes = Infinity } = this.#options;
    const request = new RunningRequest(this.#called.route, this.#request, selection, maxUploadBytes);
    try {
      const given = await this.#inTime(call, call.run(context, request), request);
      if (request.contentFailure !== undefined) {
        throw request.contentFailure;
      }
      const { json, download } = call.reply(given);
      return download === undefined ? jsonReply(200, stringifyJson(json)) : await this.#download(json, download);
    } catch (thrown) {
      const reason: unknown = request.contentFailure ?? thrown;
      if (isRouteFailure(reason)) {
        return this.#conflict(reason, permissions);
      }
      throw reason;
    } finally {
      request.end();
    }
  }

  /** The result of the handler. Rejects if the timeout elapses first. */
  #inTime(call: AcceptedCall, running: Promise<unknown>, request: RunningRequest): Promise<unknown> {
    const { handlerTimeout } = this.#options;
    if (handlerTimeout === undefined) {
      return running;
    }
    return withTimeout(Promise.resolve(running), handlerTimeout, () => {
      const message = "The function took too long";
      const refusal = new Refusal(message, textReply(503, message));
      request.abort(refusal);
      void this.#abandon(call, running);
      return refusal;
    });
  }

  /** Closes the content that a handler returns after the timeout. */
  async #abandon(call: AcceptedCall, running: Promise<unknown>): Promise<void> {
    try {
      const { download } = call.reply(await running);
      if (download !== undefined) {
        discard(download);
      }
    } catch {
      // The handler failed or returned an invalid result: there is no content to close.
    }
  }

  async #download(json: unknown, download: DownloadReply<unknown>): Promise<ServerReply> {
    const result = { [this.#binding.headers.result]: headerSafe(stringifyJson(json)) };
    return contentReply(this.#request, download, result, (error) => this.#report(error));
  }

  /** The reply to a route error. Throws an `EncodeError` if it is not a value of the route's error type. */
  #conflict(failure: RouteFailure, permissions: readonly string[] | undefined): ServerReply {
    const error = this.#called.encodeError(failure.error, { strict: true, permissions }) ?? null;
    this.errorPath = errorPath(error);
    const body = { error_summary: errorSummary(error, this.#options.random), error, user_message: failure.userMessage };
    return jsonReply(409, stringifyJson(body));
  }

  /** The reply to an internal error, which is reported but not sent to the caller. */
  #giveUp(thrown: unknown): ServerReply {
    const id = this.#report(thrown);
    return withHeaders(textReply(500, `Internal server error (${id})`), { "X-Request-Id": id });
  }

  #report(thrown: unknown): string {
    this.requestId = crypto.randomUUID();
    void reportError(this.#options.onError ?? reportToConsole, thrown, {
      route: this.#called.route,
      requestId: this.requestId,
    });
    return this.requestId;
  }
}

async function reportError(
  report: NonNullable<ServerOptions<never>["onError"]>,
  thrown: unknown,
  info: ErrorInfo,
): Promise<void> {
  try {
    await report(thrown, info);
  } catch {
    // A failing callback must not affect the response or end the process.
  }
}

function reportToConsole(error: unknown, info: ErrorInfo): void {
  console.error(`${info.route.path} failed (${info.requestId}):`, error);
}

/** A route with the evaluated attributes. */
export interface ServedRoute extends ServerRoute {
  /** The HTTP methods with which the route can be called. */
  readonly methods: readonly string[];
  /** The kinds of authentication that the route accepts; empty if the specification does not define them. */
  readonly kinds: readonly string[];
  /** The permission that an app needs. */
  readonly permission: string | undefined;
  /** The names, in lower case, of the headers that select a member or an administrator. */
  readonly selectHeaders: { readonly user: string; readonly admin: string };
}

/** The routes by path. */
export function servedRoutes(binding: Binding, routes: readonly ServerRoute[]): ReadonlyMap<string, ServedRoute> {
  const { selectUser, selectAdmin } = binding.headers;
  const selectHeaders = { user: selectUser.toLowerCase(), admin: selectAdmin.toLowerCase() };
  return new Map(routes.map((each) => [binding.prefix + each.route.path, servedRoute(binding, selectHeaders, each)]));
}

function servedRoute(binding: Binding, selectHeaders: ServedRoute["selectHeaders"], each: ServerRoute): ServedRoute {
  const permission = attributeText(each.route, binding.attributes.permission);
  return {
    ...each,
    methods: each.style === "download" ? ["GET", "HEAD", "POST"] : ["POST"],
    kinds: authenticationKinds(binding, each.route),
    permission: permission === "" ? undefined : permission,
    selectHeaders,
  };
}

/** A route with its handler, without type parameters, so that routes of all types fit into one list. */
export interface ServerRoute {
  readonly route: RouteInfo;
  readonly style: "rpc" | "upload" | "download";
  /** Checks the argument of a call. Throws a `DecodeError`. */
  readonly accept: (json: unknown, options: DecodeOptions) => AcceptedCall;
  /** The JSON of the route's error. Throws an `EncodeError`. */
  readonly encodeError: (error: unknown, options: EncodeOptions) => unknown;
}

/** A call whose argument has been checked. */
export interface AcceptedCall {
  /** The argument for logs; undefined if the route has none. */
  readonly redactedArg: () => unknown;
  /** Runs the handler. */
  readonly run: (caller: unknown, request: UploadRequest) => Promise<unknown>;
  /** Encodes the result of `run`. Throws an `EncodeError` if it does not match the result type. */
  readonly reply: (given: unknown) => HandlerReply;
}

/** A request with the content of an upload. */
export interface UploadRequest extends HandlerRequest {
  readonly content: UploadedContent;
}

/** The encoded result of a handler. */
export interface HandlerReply {
  /** The JSON of the result. */
  readonly json: unknown;
  /** The content of a download. */
  readonly download?: DownloadReply<unknown> | undefined;
}

/** A handler that responds with status 501. */
export function unimplemented(): Promise<never> {
  return Promise.reject(notImplemented());
}

type AnyRoute<Arg, ResultInput, ErrorInput> = Route<never, unknown, unknown, Arg, ResultInput, ErrorInput>;

type Redact<Arg> = (arg: Arg) => unknown;

/** A route with a JSON argument and a JSON result. Without a handler the status is 501. */
export function rpc<Arg, ResultInput, ErrorInput>(
  route: AnyRoute<Arg, ResultInput, ErrorInput>,
  handle: (arg: Arg, context: never, request: HandlerRequest) => Promise<ResultInput> = unimplemented,
  redact?: Redact<Arg>,
): ServerRoute {
  return served<Arg, ResultInput, ErrorInput>(
    "rpc",
    route,
    redact,
    (arg, context, request) => handle(arg, context, request),
    (result, options) => ({ json: route.encodeResult(result, options) }),
  );
}

/** A route that also receives content. */
export function upload<Arg, ResultInput, ErrorInput>(
  route: AnyRoute<Arg, ResultInput, ErrorInput>,
  handle: (
    arg: Arg,
    content: UploadedContent,
    context: never,
    request: HandlerRequest,
  ) => Promise<ResultInput> = unimplemented,
  redact?: Redact<Arg>,
): ServerRoute {
  return served<Arg, ResultInput, ErrorInput>(
    "upload",
    route,
    redact,
    (arg, context, request) => handle(arg, request.content, context, request),
    (result, options) => ({ json: route.encodeResult(result, options) }),
  );
}

/** A route that also returns content. */
export function download<Arg, ResultInput, ErrorInput>(
  route: AnyRoute<Arg, ResultInput, ErrorInput>,
  handle: (arg: Arg, context: never, request: HandlerRequest) => Promise<DownloadReply<ResultInput>> = unimplemented,
  redact?: Redact<Arg>,
): ServerRoute {
  return served<Arg, DownloadReply<ResultInput>, ErrorInput>(
    "download",
    route,
    redact,
    (arg, context, request) => handle(arg, context, request),
    (download, options) => {
      try {
        return { json: route.encodeResult(download.result, options), download };
      } catch (thrown) {
        discard(download);
        throw thrown;
      }
    },
  );
}

/** Handlers of any type that do nothing but reject. */
export type Unimplemented<Handlers> = { readonly [Name in keyof Handlers]: () => Promise<never> };

/** Adapts the handler of a route without an argument. */
export function withoutArg<Given extends unknown[], Result>(
  handle: ((...given: Given) => Result) | undefined,
): ((arg: undefined, ...given: Given) => Result) | undefined {
  return handle && ((_arg, ...given) => handle(...given));
}

/** Adapts the handler of a route without a result: the value that it returns is ignored. */
export function withoutResult<Given extends unknown[]>(
  handle: ((...given: Given) => Promise<void>) | undefined,
): ((...given: Given) => Promise<undefined>) | undefined {
  return (
    handle &&
    (async (...given) => {
      await handle(...given);
      return undefined;
    })
  );
}

function served<Arg, Given, ErrorInput>(
  style: ServerRoute["style"],
  route: AnyRoute<Arg, never, ErrorInput>,
  redact: Redact<Arg> | undefined,
  run: (arg: Arg, context: never, request: UploadRequest) => Promise<Given>,
  reply: (given: Given, options: EncodeOptions) => HandlerReply,
): ServerRoute {
  return {
    route,
    style,
    accept(json, options) {
      const arg = route.decodeArg(json, options);
      const { permissions } = options;
      return {
        redactedArg: () => redact?.(arg),
        // The kind of the context has been checked, so it has the type that the handler expects.
        run: (context, request) => run(arg, context as never, request),
        // `given` is the result of `run`: combining both functions would cost every call another promise.
        reply: (given) => reply(given as Given, { permissions }),
      };
    },
    // The codec checks the type.
    encodeError: (error, options) => route.encodeError(error as ErrorInput, options),
  };
}

/** A server without a platform. It never rejects. */
export type ServerCore = (request: ServerRequest) => Promise<ServerReply>;

/** Creates a server from routes with handlers. */
export function createServerCore<Context>(
  binding: Binding,
  routes: readonly ServerRoute[],
  options: ServerOptions<Context>,
): ServerCore {
  const served = servedRoutes(binding, routes);
  const { allowedOrigins, onReply } = options;
  const crossOrigin = allowedOrigins && crossOriginHeaders(binding, allowedOrigins);
  return (request) => {
    const started = onReply && performance.now();
    const { path, query } = splitUrl(request.url);
    const called = served.get(path);
    const call = called && new ServedCall(binding, options, called, request, query);
    const answered = call === undefined ? Promise.resolve(unknownRoute(path)) : call.reply();
    if (started === undefined && crossOrigin === undefined) {
      return answered;
    }
    return answered.then((reply) => {
      if (started !== undefined) {
        void log(onReply, {
          route: called?.route,
          method: request.method,
          status: reply.status,
          milliseconds: performance.now() - started,
          arg: () => call?.redactedArg?.(),
          errorPath: call?.errorPath,
          requestId: call?.requestId,
        });
      }
      return crossOrigin === undefined ? reply : withHeaders(reply, crossOrigin(request, query));
    });
  };
}

function unknownRoute(path: string): ServerReply {
  return textReply(404, `Unknown API function: ${JSON.stringify(path)}`);
}

async function log(onReply: ServerOptions<never>["onReply"], entry: ReplyEntry): Promise<void> {
  try {
    await onReply?.(entry);
  } catch {
    // A failing callback must not affect the response or end the process.
  }
}
