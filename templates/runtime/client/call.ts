import { isErrorOf, type RouteError } from "./errors.js";
import type { Reply } from "./reply.js";

/** The outcome of a call: the result, or the route's own error. */
export type Outcome<Result, E> =
  | { readonly ok: true; readonly value: Result }
  | {
      readonly ok: false;
      readonly error: E;
      /** The chain of tags for people, such as `path/not_found/..`. */
      readonly summary: string;
      /** A message from the service that may be shown to the end user. */
      readonly userMessage: string | undefined;
      /** The error that the call itself rejects with; it also has the headers and `is`. */
      readonly thrown: RouteError<E>;
    };

/**
 * A running call: a promise of the result. Its methods are other views of the same request; use them instead of `await`
 * or in addition to it. All reject with a `CallError`, or with the abort reason of the signal.
 */
export interface Call<Result, E> extends Promise<Result> {
  /** Returns the result with the status and the headers of its response. */
  withResponse(): Promise<Reply<Result>>;
  /** Returns the result or the route's own error, as a value; rejects with all other errors. */
  outcome(): Promise<Outcome<Result, E>>;
}

/** Returns the call for a request that has been started, to the route with this path. */
export function createCall<Result, E>(path: string, reply: Promise<Reply<Result>>): Call<Result, E> {
  const result = reply.then((reply) => reply.result);
  const instead = <View>(view: Promise<View>): Promise<View> => {
    // The other view reports the failure, so the platform must not also report this promise as unhandled.
    result.catch(() => undefined);
    return view;
  };
  return Object.assign(result, {
    withResponse: () => instead(reply.then((reply) => reply)),
    outcome: () => instead(reply.then(success<Result, E>, (thrown: unknown) => routeErrorAsValue<E>(path, thrown))),
  });
}

function success<Result, E>(reply: Reply<Result>): Outcome<Result, E> {
  return { ok: true, value: reply.result };
}

/** Returns the error of the route as a value. Throws all other errors: a token provider may have called another route. */
function routeErrorAsValue<E>(path: string, thrown: unknown): Outcome<never, E> {
  if (!isErrorOf<E>(thrown, path)) {
    throw thrown;
  }
  const { error, summary, userMessage } = thrown;
  return { ok: false, error, summary, userMessage, thrown };
}
