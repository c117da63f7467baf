import type { DecodeOptions, EncodeOptions } from "../codecs/check.js";
import type { Binding } from "../routes/binding.js";
import { attributeText, authenticationKinds, type Route, type RouteInfo } from "../routes/route.js";
import type { HandlerRequest } from "./handler-request.js";
import type { UploadedContent } from "./received-content.js";
import { notImplemented } from "./refusal.js";
import { discard, type DownloadReply } from "./served-content.js";

/** A route with its handler, without type parameters, so that routes of all types fit into one list. */
export interface ServerRoute {
  readonly route: RouteInfo;
  readonly style: "rpc" | "upload" | "download";
  /** Checks the argument of a call. Throws a `DecodeError` if it does not match its type. */
  readonly accept: (json: unknown, options: DecodeOptions) => AcceptedCall;
  /** Encodes a route error as JSON. Throws an `EncodeError` if it does not match the error type. */
  readonly encodeError: (error: unknown, options: EncodeOptions) => unknown;
}

/** A call whose argument has been checked. */
export interface AcceptedCall {
  readonly arg: unknown;
  /** Returns the redacted argument; undefined if the route has none. */
  readonly redactedArg: () => unknown;
  /** Runs the handler. */
  readonly run: (caller: unknown, request: UploadRequest) => Promise<unknown>;
  /** Encodes the result of `run`. Throws an `EncodeError` if it does not match the result type. */
  readonly reply: (given: unknown) => HandlerReply;
}

/** A request, including the content of an upload. */
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

/** A handler that rejects, so that the status is 501. */
export function unimplemented(): Promise<never> {
  return Promise.reject(notImplemented());
}

type AnyRoute<Arg, ResultInput, ErrorInput> = Route<never, unknown, unknown, Arg, ResultInput, ErrorInput>;

/** Combines a route that has a JSON argument and a JSON result with its handler. Without a handler, the status is 501. */
export function rpc<Arg, ResultInput, ErrorInput>(
  route: AnyRoute<Arg, ResultInput, ErrorInput>,
  handle: (arg: Arg, context: never, request: HandlerRequest) => Promise<ResultInput> = unimplemented,
): ServerRoute {
  return served<Arg, ResultInput, ErrorInput>(
    "rpc",
    route,
    (arg, context, request) => handle(arg, context, request),
    (result, options) => ({ json: route.encodeResult(result, options) }),
  );
}

/** Combines a route that also receives content with its handler. */
export function upload<Arg, ResultInput, ErrorInput>(
  route: AnyRoute<Arg, ResultInput, ErrorInput>,
  handle: (
    arg: Arg,
    content: UploadedContent,
    context: never,
    request: HandlerRequest,
  ) => Promise<ResultInput> = unimplemented,
): ServerRoute {
  return served<Arg, ResultInput, ErrorInput>(
    "upload",
    route,
    (arg, context, request) => handle(arg, request.content, context, request),
    (result, options) => ({ json: route.encodeResult(result, options) }),
  );
}

/** Combines a route that also returns content with its handler. */
export function download<Arg, ResultInput, ErrorInput>(
  route: AnyRoute<Arg, ResultInput, ErrorInput>,
  handle: (arg: Arg, context: never, request: HandlerRequest) => Promise<DownloadReply<ResultInput>> = unimplemented,
): ServerRoute {
  return served<Arg, DownloadReply<ResultInput>, ErrorInput>(
    "download",
    route,
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

/** The type of handlers that only reject. */
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
        arg,
        redactedArg: () => (route.hasArg ? route.redactArg(arg as never) : undefined),
        // The kind of the context has been checked, so it has the type that the handler expects.
        run: (context, request) => run(arg, context as never, request),
        // `given` is the result of `run`. Combining both functions would cost another promise for every call.
        reply: (given) => reply(given as Given, { permissions }),
      };
    },
    // The encoder checks the type.
    encodeError: (error, options) => route.encodeError(error as ErrorInput, options),
  };
}

/** A route, with its attributes interpreted by the binding. */
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

/** Returns the routes by path. */
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
