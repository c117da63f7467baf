import type { AllowedOrigins } from "./cross-origin.js";
import type { Random } from "../routes/error-summary.js";
import type { RouteInfo } from "../routes/route.js";
import type { AuthenticationRequest } from "./authentication.js";
import type { Refusal } from "./refusal.js";

/** How a server decides, limits and reports. */
export interface ServerOptions<Context> {
  /**
   * Says who is calling, as the context that handlers get. Undefined, null and false are answered with status 401,
   * unless the route can be called without authentication. Where the context has a `kind`, such as `"user"`, the route
   * must accept it, or the answer is 400. May throw what handlers may, except route errors.
   */
  readonly authenticate: (request: AuthenticationRequest) => Context | undefined | Promise<Context | undefined>;
  /** Whether the caller has the permission that the specification asks for. If not, the answer is 400; by default yes. */
  readonly hasPermission?:
    ((context: Context, permission: string, route: RouteInfo) => boolean | Promise<boolean>) | undefined;
  /** The callers that the fields and tags with `Omitted` exist for, of which this caller is one; by default none. */
  readonly permissions?: ((context: Context) => readonly string[]) | undefined;
  /** The largest argument, in bytes; by default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** The largest content of an upload, in bytes; by default there is no limit. */
  readonly maxUploadBytes?: number | undefined;
  /** In how many milliseconds the body of an RPC call must arrive; by default 30,000. Then the answer is 408. */
  readonly bodyTimeout?: number | undefined;
  /** In how many milliseconds a handler must give its result; by default there is no limit. Then the answer is 503. */
  readonly handlerTimeout?: number | undefined;
  /** The origins, such as `https://example.com`, whose pages may call from a browser; by default none. */
  readonly allowedOrigins?: AllowedOrigins;
  /**
   * What to answer to something that `authenticate` or a handler has thrown, if it is not to be status 500: where an error
   * of a database, say, is the fault of the caller.
   */
  readonly refusalFor?: ((thrown: unknown, route: RouteInfo) => Refusal | undefined) | undefined;
  /** Is told what was answered with status 500, for callers are not; by default the console is. */
  readonly onError?: ((error: unknown, info: ErrorInfo) => unknown) | undefined;
  /** Decides how many dots end an `error_summary`: numbers from 0 to 1. By default `Math.random`; tests may fix it. */
  readonly random?: Random | undefined;
  /** Is told of each answer, for logs. */
  readonly onReply?: ((entry: ReplyEntry) => unknown) | undefined;
}

/** Where a server failed. */
export interface ErrorInfo {
  readonly route: RouteInfo;
  /** What the caller was told instead, in the body and in the header `X-Request-Id`, if there was still time for it. */
  readonly requestId: string;
}

/** An answer as it may be logged: without anything secret. */
export interface ReplyEntry {
  /** Undefined for calls of what is no route. */
  readonly route: RouteInfo | undefined;
  readonly method: string;
  readonly status: number;
  /** From when the call came in to when the answer was ready; the content of a download follows only then. */
  readonly milliseconds: number;
  /** Works out the argument with what is private in it redacted; undefined if there was none, or it was not accepted. */
  readonly arg: () => unknown;
  /** The tags of the route's error, such as `path/not_found`, if that was the answer. */
  readonly errorPath: string | undefined;
  /** As in {@link ErrorInfo}. */
  readonly requestId: string | undefined;
}
