import { isRouteError, type RouteError } from "./errors.js";
import type { ReadableRoute } from "./reply.js";

/** What came back from a call that succeeded. */
export interface Reply<Result> {
  readonly result: Result;
  /** The HTTP status. */
  readonly status: number;
  readonly headers: Headers;
}

/** How a call ended, if not for a reason that any call can fail for. */
export type Outcome<Result, E> =
  | { readonly ok: true; readonly value: Result }
  | {
      readonly ok: false;
      readonly error: E;
      /** The chain of tags for people, such as `path/not_found/..`. */
      readonly summary: string;
      /** Text of the service that may be shown to the end user. */
      readonly userMessage: string | undefined;
      /** The error that the call itself rejects with: it has the headers and `is`. */
      readonly thrown: RouteError<E>;
    };

/**
 * A running call: a promise of the result. Its methods are other views of the same request and can be used as well as
 * `await`, or instead. All reject with the errors of `CallError`, and with what an abort signal was aborted with.
 */
export interface Call<Result, E> extends Promise<Result> {
  /** The result with the status and the headers of its response. */
  withResponse(): Promise<Reply<Result>>;
  /** The result or the route's own error, as a value; rejects with all other errors. */
  outcome(): Promise<Outcome<Result, E>>;
}

/** The views of a request to a route that has been started. */
export function callOf<Result, E>(route: ReadableRoute<unknown, E>, reply: Promise<Reply<Result>>): Call<Result, E> {
  const result = reply.then((reply) => reply.result);
  const instead = <View>(view: Promise<View>): Promise<View> => {
    // Who takes another view learns from that one of a failure: the platform must not report this one as unhandled.
    result.catch(() => undefined);
    return view;
  };
  return Object.assign(result, {
    withResponse: () => instead(reply.then((reply) => reply)),
    outcome: () => instead(reply.then(success<Result, E>, (thrown: unknown) => routeErrorAsValue(route, thrown))),
  });
}

function success<Result, E>(reply: Reply<Result>): Outcome<Result, E> {
  return { ok: true, value: reply.result };
}

/** The error of the route as a value. Throws all others: a provider of tokens may have called another route. */
function routeErrorAsValue<E>(route: ReadableRoute<unknown, E>, thrown: unknown): Outcome<never, E> {
  if (!isRouteError(thrown, route)) {
    throw thrown;
  }
  const { error, summary, userMessage } = thrown;
  return { ok: false, error, summary, userMessage, thrown };
}
