import type { DecodeOptions, EncodeOptions } from "../codecs/check.js";
import type { HandlerRequest } from "./handler-request.js";
import type { UploadedContent } from "./received-content.js";
import { notImplemented } from "./refusal.js";
import type { Route, RouteInfo } from "../routes/route.js";
import { discard, type DownloadReply } from "./served-content.js";

/** A route with its handler: what a list can hold whatever the types of the routes in it. */
export interface ServerRoute {
  readonly route: RouteInfo;
  readonly style: "rpc" | "upload" | "download";
  /** Checks the argument of a call. Throws a `DecodeError`. */
  readonly accept: (json: unknown, options: DecodeOptions) => AcceptedCall;
  /** The JSON of the route's error. Throws an `EncodeError`. */
  readonly encodeError: (error: unknown, options: EncodeOptions) => unknown;
}

/** A call of which the argument has been checked. */
export interface AcceptedCall {
  /** The argument as it may be logged; undefined if the route has none. */
  readonly redactedArg: () => unknown;
  /** Has the handler answer the call. */
  readonly run: (caller: unknown, request: UploadRequest) => Promise<unknown>;
  /** What is made of what `run` gave. Throws an `EncodeError` for what does not fit the result's type. */
  readonly reply: (given: unknown) => HandlerReply;
}

/** A request of which the handler of an upload is given the content too. */
export interface UploadRequest extends HandlerRequest {
  readonly content: UploadedContent;
}

/** What a handler gave back. */
export interface HandlerReply {
  /** The JSON of the result. */
  readonly json: unknown;
  /** What comes with the result of a download. */
  readonly download?: DownloadReply<unknown> | undefined;
}

/** Answers that there is nothing yet (status 501). */
export function unimplemented(): Promise<never> {
  return Promise.reject(notImplemented());
}

type AnyRoute<Arg, ResultInput, ErrorInput> = Route<never, unknown, unknown, Arg, ResultInput, ErrorInput>;

type Redact<Arg> = (arg: Arg) => unknown;

/** A route that takes JSON and gives JSON. Without a handler it is answered with status 501. */
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

/** A route that takes content as well. */
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

/** A route that gives content as well. */
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

/** Stands for any handlers, of any callers. */
export type Unimplemented<Handlers> = { readonly [Name in keyof Handlers]: () => Promise<never> };

/** The handler of a route that has no argument, as one that is given it. */
export function withoutArg<Given extends unknown[], Result>(
  handle: ((...given: Given) => Result) | undefined,
): ((arg: undefined, ...given: Given) => Result) | undefined {
  return handle && ((_arg, ...given) => handle(...given));
}

/** The handler of a route that has no result: whatever it gives is left out. */
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
        // That the context is one of those that the handler takes has been seen by its kind.
        run: (context, request) => run(arg, context as never, request),
        // It is what `run` gave: one promise for both would be simpler, and one more that each call waits for.
        reply: (given) => reply(given as Given, { permissions }),
      };
    },
    // The codec itself finds out whether it is one.
    encodeError: (error, options) => route.encodeError(error as ErrorInput, options),
  };
}
