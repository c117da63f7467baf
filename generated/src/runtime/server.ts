import type { Binding } from "./binding.js";
import { DecodeError } from "./codec-error.js";
import { errorSummary } from "./error-summary.js";
import { parseJson, stringifyJson } from "./json.js";
import { badRequest, isRefusal, isRouteFailure, Refusal, type RouteFailure } from "./refusal.js";
import { authenticationKinds } from "./route-attributes.js";
import type { Route, RouteInfo } from "./route.js";
import { authenticationRequest, challenge, type AuthenticationRequest } from "./server-authentication.js";
import { jsonReply, textReply, type ServerReply } from "./server-reply.js";
import { bodyTooLarge, type ServerRequest } from "./server-request.js";

/** A route of which the types are not known any more. */
type ServedRoute = Route<never, unknown, unknown, unknown, never, never>;

/** A route with its handler: what a list can hold whatever the types of the routes in it. */
export interface ServerRoute<Context> {
  readonly route: ServedRoute;
  /**
   * Takes the route's `Arg` and gives its `ResultInput`. The context is undefined only where the route can be called
   * without authentication. Without a handler the route is answered with status 501.
   */
  readonly handle?: ((arg: never, context: Context) => Promise<unknown>) | undefined;
}

export interface ServerOptions<Context> {
  /**
   * Says who is calling, as the context that handlers get. Undefined is answered with status 401, unless the route can
   * be called without authentication. May throw what handlers may, except route errors.
   */
  readonly authenticate: (request: AuthenticationRequest) => Context | undefined | Promise<Context | undefined>;
  /** The callers that the fields and tags with `Omitted` exist for, of which this caller is one; by default none. */
  readonly permissions?: ((context: Context) => readonly string[]) | undefined;
  /** The largest request body, in bytes; by default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Is told what was answered with status 500, for callers are not; by default the console is. */
  readonly onError?: ((error: unknown, info: ErrorInfo) => void) | undefined;
}

/** Where a server failed. */
export interface ErrorInfo {
  readonly route: RouteInfo;
}

/** A server without a platform: it answers whatever happens and never rejects. */
export type ServerCore = (request: ServerRequest) => Promise<ServerReply>;

interface Served<Context> extends ServerRoute<Context> {
  readonly kinds: readonly string[];
}

/** Makes a server of routes with handlers. */
export function createServerCore<Context>(
  binding: Binding,
  routes: readonly ServerRoute<Context>[],
  options: ServerOptions<Context>,
): ServerCore {
  const served = new Map<string, Served<Context>>();
  for (const { route, handle } of routes) {
    served.set(binding.prefix + route.path, { route, handle, kinds: authenticationKinds(binding, route) });
  }
  return async (request) => {
    const called = served.get(request.url) ?? served.get(pathOf(request.url));
    if (called === undefined) {
      return textReply(404, `Unknown API function: ${JSON.stringify(pathOf(request.url))}`);
    }
    try {
      return await answer(called, request, options);
    } catch (thrown) {
      return isRefusal(thrown) ? refuse(thrown, called) : giveUp(thrown, called, options);
    }
  };
}

/** The checks, in an order that is the same for each call; then the handler. Throws what stands in its way. */
async function answer<Context>(
  called: Served<Context>,
  request: ServerRequest,
  options: ServerOptions<Context>,
): Promise<ServerReply> {
  const { route, handle, kinds } = called;
  if (request.method !== "POST") {
    const reply = textReply(405, `"${route.path}" must be called with POST`);
    throw new Refusal(reply.body, { ...reply, headers: { ...reply.headers, Allow: "POST" } });
  }
  const context = await options.authenticate(authenticationRequest(request, route, kinds));
  if (context === undefined && !kinds.includes("noauth")) {
    const needed = kinds.length === 0 ? "" : ` for: ${kinds.join(", ")}`;
    throw new Refusal("unauthorized", textReply(401, `"${route.path}" needs valid credentials${needed}`));
  }
  const permissions = context === undefined ? undefined : options.permissions?.(context);
  const json = await readJson(route, request, options.maxBodyBytes ?? 1_048_576);
  const arg = decodeArg(route, json, permissions);
  if (handle === undefined) {
    throw new Refusal("unimplemented", textReply(501, `"${route.path}" is not implemented`));
  }
  let result: unknown;
  try {
    // That argument, handler and result belong to one route is known where the list is written, not here.
    result = await handle(arg as never, context as Context);
  } catch (thrown) {
    if (isRouteFailure(thrown)) {
      return conflict(route, thrown, permissions);
    }
    throw thrown;
  }
  return jsonReply(200, stringifyJson(route.encodeResult(result as never, { permissions })));
}

/** The body of a call. Throws a {@link Refusal} that says what is wrong with it. */
async function readJson(route: RouteInfo, request: ServerRequest, limit: number): Promise<unknown> {
  const type = request.header("content-type");
  // Without an argument there is nothing that could be of the wrong type.
  if (route.hasArg && type !== undefined && !isJsonType(type)) {
    throw badCall(route, `content type: expected application/json, found ${JSON.stringify(type)}`);
  }
  if (Number(request.header("content-length")) > limit) {
    throw bodyTooLarge(limit);
  }
  const text = await request.text(limit);
  if (text === "") {
    return null;
  }
  if (route.hasArg && type === undefined) {
    throw badCall(route, "content type: expected application/json, found nothing");
  }
  try {
    return parseJson(text);
  } catch (thrown) {
    throw badCall(route, `request body: not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

function isJsonType(type: string): boolean {
  return type === "application/json" || /^application\/json\s*(;|$)/i.test(type);
}

/** The argument of a call. Throws a {@link Refusal} that names the place where it does not fit its type. */
function decodeArg(route: ServedRoute, json: unknown, permissions: readonly string[] | undefined): unknown {
  try {
    return route.decodeArg(json, { strict: true, permissions });
  } catch (thrown) {
    throw thrown instanceof DecodeError ? badCall(route, `request body: ${thrown.message}`) : thrown;
  }
}

function badCall(route: RouteInfo, reason: string): Refusal {
  return badRequest(`Error in call to API function "${route.path}": ${reason}`);
}

/** The reply to a route error. Throws an `EncodeError` if it does not fit the route's error type. */
function conflict(route: ServedRoute, failure: RouteFailure, permissions: readonly string[] | undefined): ServerReply {
  const error = route.encodeError(failure.error as never, { permissions }) ?? null;
  const body = { error_summary: errorSummary(error), error, user_message: failure.userMessage };
  return jsonReply(409, stringifyJson(body));
}

function refuse(refusal: Refusal, called: Served<never>): ServerReply {
  const { status, headers, body } = refusal.reply;
  return status === 401
    ? { status, headers: { ...headers, "WWW-Authenticate": challenge(called.kinds) }, body }
    : refusal.reply;
}

/** The reply to what must not be told, which is reported instead. */
function giveUp<Context>(thrown: unknown, called: Served<Context>, options: ServerOptions<Context>): ServerReply {
  try {
    const report = options.onError ?? reportToConsole;
    report(thrown, { route: called.route });
  } catch {
    // A report that fails must not cost the caller the answer.
  }
  return textReply(500, "Internal server error");
}

function reportToConsole(error: unknown, info: ErrorInfo): void {
  console.error(`${info.route.path} failed:`, error);
}

/** Everything up to the query. A proxy may have sent the whole URL (RFC 9112, section 3.2.2). */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
}
