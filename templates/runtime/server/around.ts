import type { RouteInfo } from "../routes/route.js";

/** A call that a server has received, as a {@link ServerAround} function sees it. */
export interface AroundServedCall<Context> {
  readonly route: RouteInfo;
  /** The request. `url` excludes the query, which may contain an argument and a token. */
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** Returns the value of a header. */
    header(name: string): string | undefined;
  };
  /** The context of the caller; undefined before the call is authenticated. */
  readonly caller: Context | undefined;
  /** The argument; undefined before it has been accepted. */
  readonly arg: unknown;
  /** Returns the argument with redacted values; undefined if there is none or it has not been accepted yet. */
  redactedArg(): unknown;
}

/** The response that was sent to the caller. */
export interface ServedOutcome {
  readonly status: number;
  /** The path of the route error, such as `path/not_found`; undefined for other responses. */
  readonly errorPath: string | undefined;
  /** The kind of the body: JSON, the content of a download, a message, or nothing. */
  readonly kind: "json" | "content" | "text" | "empty";
}

/**
 * Wraps each call of a route, from before authentication until the response is complete: the handler runs inside
 * `next`. `next` must be called once. It resolves to the outcome as soon as the platform has the response with all of its
 * content, or the caller has disconnected. To reject a call, throw the same errors as `authenticate`. The response does not
 * wait for code after `next`, whose errors are only reported.
 */
export type ServerAround<Context> = (call: AroundServedCall<Context>, next: () => Promise<ServedOutcome>) => unknown;
