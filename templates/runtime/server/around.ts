import type { RouteInfo } from "../routes/route.js";

/** A call that a server has received, in the form that functions around it receive. */
export interface AroundServedCall<Context> {
  readonly route: RouteInfo;
  /** The request. `url` is without the query, which may contain an argument and a token. */
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** The value of a header. */
    header(name: string): string | undefined;
  };
  /** The context of the caller; undefined until the call is authenticated. */
  readonly caller: Context | undefined;
  /** The argument; undefined until it has been accepted. */
  readonly arg: unknown;
  /** Computes the argument with redacted values; undefined without an argument, or before it has been accepted. */
  redactedArg(): unknown;
}

/** The response that was sent to the caller. */
export interface ServedOutcome {
  readonly status: number;
  /** The tags of the route error, such as `path/not_found`; undefined for other responses. */
  readonly errorPath: string | undefined;
  /** The kind of the body: JSON, the content of a download, a message, or nothing. */
  readonly kind: "json" | "content" | "text" | "empty";
}

/**
 * Runs around each call of a route, from before authentication until the response is complete: the handler runs inside
 * `next`. `next` must be called once. It resolves to the outcome as soon as the platform has the response with all of its
 * content, or the caller has disconnected. To reject a call, throw the same errors as `authenticate`. The response does not
 * wait for code after `next`, whose errors are only reported.
 */
export type ServerAround<Context> = (call: AroundServedCall<Context>, next: () => Promise<ServedOutcome>) => unknown;
