import { describeKind } from "../codecs/describe-kind.js";
import { nearestName } from "../codecs/nearest-name.js";
import { checkOptions, wrongKind } from "../codecs/options.js";
import type { Random } from "../routes/error-summary.js";
import type { RouteInfo } from "../routes/route.js";
import type { ServerAround } from "./around.js";
import type { AuthenticationRequest } from "./authentication.js";
import type { AllowedOrigins } from "./cross-origin.js";
import type { IdempotencyOptions } from "./idempotency.js";
import type { Refusal } from "./refusal.js";

/** The options of a server that do not depend on the API. */
export interface ServerOptions<Context> {
  /**
   * Returns the context of the caller, which is passed to handlers. Undefined, null and false cause status 401, unless
   * the route needs no authentication. If the context has a `kind`, such as `"user"`, that the route does not accept,
   * the status is 400. May throw the same errors as handlers, except route errors.
   */
  readonly authenticate: (request: AuthenticationRequest) => Context | undefined | Promise<Context | undefined>;
  /**
   * Returns whether the caller has the permission that the specification requires. If not, the status is 400. By default every
   * caller has it.
   */
  readonly hasPermission?:
    ((context: Context, permission: string, route: RouteInfo) => boolean | Promise<boolean>) | undefined;
  /** Returns the caller's permissions for fields and tags with `Omitted`; none by default. */
  readonly permissions?: ((context: Context) => readonly string[]) | undefined;
  /** The maximum size of an argument in bytes; 1 MiB by default. */
  readonly maxBodyBytes?: number | undefined;
  /** The maximum size of an upload's content in bytes; unlimited by default. */
  readonly maxUploadBytes?: number | undefined;
  /**
   * The timeout for the whole body of an RPC call, and for each pause in the content of an upload, after which
   * the status is 408; 30,000 by default.
   */
  readonly bodyTimeoutMs?: number | undefined;
  /** The timeout for a handler, after which the status is 503; none by default. */
  readonly handlerTimeoutMs?: number | undefined;
  /** Performs calls with idempotency keys only once, for routes that accept keys. Without this option, keys are ignored. */
  readonly idempotency?: IdempotencyOptions<Context> | undefined;
  /** The origins, such as `https://example.com`, that may call the service from a browser; none by default. */
  readonly allowedOrigins?: AllowedOrigins;
  /**
   * Converts an error thrown by `authenticate` or a handler into a response other than status 500, for example a
   * database error that the caller has caused.
   */
  readonly refusalFor?: ((thrown: unknown, route: RouteInfo) => Refusal | undefined) | undefined;
  /** Called with errors that cause status 500, which callers do not see. Logs to the console by default. */
  readonly onError?: ((error: unknown, info: ErrorInfo) => unknown) | undefined;
  /**
   * Determines the number of dots at the end of an `error_summary`: returns numbers from 0 up to, but excluding, 1.
   * `Math.random` by default; tests can replace it.
   */
  readonly random?: Random | undefined;
  /** Returns an id for an internal error. The id is sent in `X-Request-Id`; it is a random UUID by default. */
  readonly requestId?: (() => string) | undefined;
  /** Wraps each call, for tracing, metrics and limits. The first function of a list is the outermost. */
  readonly around?: ServerAround<Context> | readonly ServerAround<Context>[] | undefined;
  /** Called for each response, for example to log it. */
  readonly onReply?: ((entry: ReplyEntry<Context>) => unknown) | undefined;
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
export interface ReplyEntry<Context = unknown> {
  /** Undefined for calls of unknown routes. */
  readonly route: RouteInfo | undefined;
  readonly method: string;
  readonly status: number;
  /** The time from the request to the response, excluding the content of a download, which is sent afterwards. */
  readonly durationMs: number;
  /**
   * Returns the context of the caller; undefined if the call was not authenticated. A function, so that logs do not include
   * it.
   */
  readonly caller: () => Context | undefined;
  /** Returns the redacted argument; undefined if there was none or it was not accepted. */
  readonly arg: () => unknown;
  /** The path of the route error, such as `path/not_found`; undefined for other responses. */
  readonly errorPath: string | undefined;
  /** As in {@link ErrorInfo}. */
  readonly requestId: string | undefined;
}

const serverOptions = {
  authenticate: "a function",
  hasPermission: "a function",
  permissions: "a function",
  maxBodyBytes: "a number",
  maxUploadBytes: "a number",
  bodyTimeoutMs: "a number",
  handlerTimeoutMs: "a number",
  idempotency: "an object",
  allowedOrigins: '"*" or a list',
  refusalFor: "a function",
  onError: "a function",
  random: "a function",
  requestId: "a function",
  around: "a function or a list",
  onReply: "a function",
} satisfies Record<keyof ServerOptions<unknown>, string>;

/**
 * Throws a TypeError for a server option that is neither a general option nor a namespace with handlers, for an invalid value,
 * and for a handler without a route. `stubs` maps each namespace to an object with a handler for each of its routes.
 */
export function checkServerOptions(options: object, stubs: Readonly<Record<string, object>>): void {
  const namespaces = Object.keys(stubs);
  const namespaceKinds = Object.fromEntries(namespaces.map((name) => [name, "an object or a Module object"]));
  checkOptions(options, { ...serverOptions, ...namespaceKinds });
  const given = options as Readonly<Record<string, object | undefined>>;
  if (given["authenticate"] === undefined) {
    throw wrongKind("The option authenticate", serverOptions.authenticate, undefined);
  }
  for (const [namespace, routes] of Object.entries(stubs)) {
    checkHandlers(namespace, given[namespace] ?? {}, Object.keys(routes));
  }
}

/**
 * Checks the handlers in a plain object. Instances of classes and module objects are not checked, because they may have other
 * methods.
 */
function checkHandlers(namespace: string, handlers: object, routes: readonly string[]): void {
  const prototype: unknown = Object.getPrototypeOf(handlers);
  if (describeKind(handlers) !== "an object" || (prototype !== null && prototype !== Object.prototype)) {
    return;
  }
  for (const [name, handler] of Object.entries(handlers)) {
    const isRoute = routes.includes(name);
    if (!isRoute && typeof handler === "function") {
      const nearest = nearestName(name, routes);
      const hint = nearest === undefined ? `The routes are ${routes.join(", ")}.` : `Did you mean ${nearest}?`;
      throw new TypeError(`The namespace ${namespace} has no route for the handler ${name}. ${hint}`);
    }
    if (isRoute && handler !== undefined && typeof handler !== "function") {
      throw wrongKind(`The handler ${namespace}.${name}`, "a function", handler);
    }
  }
}
