import type { AnyErrorTags, ErrorTags } from "../routes/error-summary.js";
import { throwIfAborted } from "../errors/abort.js";
import { checkStyle } from "../routes/route.js";
import { nested } from "../routes/nested.js";
import type { Around, AroundCall, Attempt, AttemptWatch } from "./around.js";
import {
  newCall,
  operationOf,
  timeLimits,
  writeJson,
  type CallState,
  type ClientCore,
  type ClientState,
} from "./core.js";
import { isApiError, isErrorOf, NetworkError, TimeoutError, type RouteError } from "./errors.js";
import { whenLoaded, type CallableRoute, type LoadableRoute } from "./lazy-route.js";
import { checkCallOptions, type CallOptions, type OutgoingRequest, type Send } from "./options.js";
import type { RequestBody } from "./platform.js";
import { readReply, wholeResponse, type Reply } from "./reply.js";
import { authorization, idempotence, requestHead, type Authorization, type Message } from "./request.js";
import { pauseBeforeRetry } from "./retry.js";
import { pause, withTimeout } from "./signals.js";
import { encodeArgument, replyReader } from "./validation.js";

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

/**
 * Calls a route. The request is sent once, for all views of the call. Rejects with a `CallError`; if the argument does not
 * match its type, this is an `EncodeError`, and nothing is sent.
 */
export function call<ArgInput, Result, E>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  options: CallOptions<ErrorTags<E>> = {},
): Call<Result, E> {
  return startCall(newCall(core, options), route, arg, performCall);
}

/** Performs a call of a route. Resolves to the reply. */
type Perform<Options extends CallOptions<AnyErrorTags>, ArgInput, RouteResult, E, Result> = (
  state: CallState<Options>,
  route: CallableRoute<ArgInput, RouteResult, E>,
  arg: ArgInput,
) => Promise<Reply<Result>>;

/** Starts a call: performs it, as soon as its route is loaded, with the client's functions around it. */
export function startCall<Options extends CallOptions<AnyErrorTags>, ArgInput, RouteResult, E, Result>(
  state: CallState<Options>,
  route: LoadableRoute<ArgInput, RouteResult, E>,
  arg: ArgInput,
  perform: Perform<Options, ArgInput, RouteResult, E, Result>,
): Call<Result, E> {
  const start = Date.now();
  const reply = whenLoaded(state, route, arg, state.callOptions, (route, arg) => {
    state.loadingMs = Date.now() - start;
    const { around } = state.options();
    return around === undefined
      ? perform(state, route, arg)
      : performAround([around].flat(), state, route, arg, perform);
  });
  return createCall(route.path, reply);
}

/** Calls a route without content: checks and encodes its argument, sends it as the body, and reads the reply. */
export async function performCall<ArgInput, Result, E>(
  state: CallState,
  route: CallableRoute<ArgInput, Result, E>,
  arg: ArgInput,
): Promise<Reply<Result>> {
  checkStyle(state.binding, route, "rpc", "call");
  const json = route.hasArg ? writeJson(state, encodeArgument(state, route, arg)) : undefined;
  return exchange(state, {
    route,
    ...(json === undefined ? {} : { contentType: "application/json", body: () => json }),
    isRepeatable: true,
    ...idempotence(state, route),
    read: async (response) => readReply(route, await wholeResponse(route, response), replyReader(state)),
  });
}

/** A request with its body, and how to read the response. */
export interface Exchange<T> extends Message {
  /** Returns a new body for each attempt; no body by default. */
  readonly body?: () => RequestBody | Promise<RequestBody>;
  /** Called when an attempt has ended and its body is no longer needed, although the platform may still be reading it. */
  readonly release?: () => void;
  /** Whether the request can be sent again, because `body` can be called more than once. */
  readonly isRepeatable: boolean;
  /** Returns the error of a request that would be sent again, but cannot; by default, the error itself. */
  readonly unrepeated?: (failure: unknown) => unknown;
  /** Whether the call can safely be performed twice. */
  readonly isIdempotent: boolean;
  /** Reads the response. Rejects with the error that the response represents. */
  readonly read: (response: Response) => Promise<T>;
  /** Sends the request in another way than `send`, which it receives and may call. By default, only `send` is called. */
  readonly transmit?: (request: OutgoingRequest, send: Send) => Promise<Response>;
  /** Returns the error that has ended the attempt, if the network has not. */
  readonly failure?: () => Error | undefined;
}

/**
 * Sends a request and reads the response; retries after transient failures. Rejects with a `CallError`, with the reason of
 * the signal, with the errors of the token provider, and with a TypeError for an unknown option.
 */
export async function exchange<T>(
  state: CallState,
  plan: Exchange<T>,
  signal: AbortSignal | undefined = state.callOptions.signal,
): Promise<T> {
  const { callOptions } = state;
  const { route } = plan;
  checkCallOptions(callOptions);
  const { totalMs = Infinity, attemptMs } = timeLimits(state, callOptions);
  const expired = (milliseconds: number): TimeoutError => new TimeoutError(route.path, milliseconds);
  const outOfTime = (): TimeoutError => expired(totalMs);
  const left = totalMs - state.loadingMs;
  state.loadingMs = 0; // a further request of the call, which resumes a download, has the whole time
  if (left <= 0) {
    throw outOfTime();
  }
  const deadline = Date.now() + left;
  return withTimeout(left, signal, outOfTime, async (signal) => {
    const watch = state.watchAttempts?.();
    let renewed: string | undefined;
    let message = plan;
    for (let attempt = 1; ; attempt++) {
      const credentials = await authorization(state, route, renewed);
      if (state.cancellation !== undefined) {
        throw state.cancellation;
      }
      state.release ??= route.isLongPoll ? undefined : await state.enter?.();
      try {
        const value = await withTimeout(attemptMs, signal, expired, (signal) =>
          attemptOnce(state, message, credentials, attempt, watch, signal),
        ).finally(() => {
          plan.release?.();
          state.release = state.release?.();
        });
        watch?.({ endedAt: Date.now() });
        return value;
      } catch (thrown) {
        watch?.({ error: thrown, endedAt: Date.now() });
        if (signal?.aborted === true) {
          throw thrown;
        }
        if (renewed === undefined && isApiError(thrown) && thrown.status === 401) {
          // Even if this request cannot be sent again: later calls need the new token.
          renewed = credentials.token && (await state.tokens?.renew(route.path, credentials.token));
          if (renewed !== undefined && plan.isRepeatable) {
            continue;
          }
        }
        const { retry = state.options().retry } = callOptions;
        const wait =
          retry === false
            ? undefined
            : pauseBeforeRetry(thrown, attempt, plan.isIdempotent, { ...state.binding.retry, ...retry });
        if (wait === undefined || Date.now() + wait >= deadline) {
          throw thrown;
        }
        if (!plan.isRepeatable) {
          throw plan.unrepeated?.(thrown) ?? thrown;
        }
        if (isApiError(thrown) && thrown.name === "RouteError") {
          // A service would repeat the error for the old key.
          message = { ...message, headers: { ...message.headers, ...idempotence(state, route).headers } };
        }
        watch?.({ retryAfterMs: wait });
        await pause(wait, signal);
      }
    }
  });
}

/** Sends a request once and reads the response. */
async function attemptOnce<T>(
  state: CallState,
  plan: Exchange<T>,
  credentials: Authorization,
  attempt: number,
  watch: AttemptWatch | undefined,
  signal: AbortSignal | undefined,
): Promise<T> {
  const { url, headers } = requestHead(state, plan, credentials);
  watch?.({ url }, headers);
  // Redirects are not followed: APIs have no reason to send them, and the argument, which may be in a header, could leak to
  // another host.
  const init = {
    method: "POST",
    headers,
    redirect: "manual",
    signal: signal ?? null,
    body: (await plan.body?.()) ?? null,
    ...{ duplex: "half" as const }, // required by the Fetch standard for streams, and ignored for other bodies
  } as const;
  const response = await sender(state, plan)({ route: plan.route, attempt, url, init });
  watch?.({ status: response.status });
  throwIfAborted(signal); // an interceptor may return a response of an attempt that has ended
  return plan.read(response);
}

/** Sends a request through all interceptors, and then with the platform's `fetch`. */
function sender<T>(client: ClientState, plan: Exchange<T>): Send {
  // `globalThis.fetch` is read for each call, because tests and tracing replace it. Browsers refuse to call it as a method.
  const { interceptors = [], fetch = globalThis.fetch } = client.options();
  const send: Send = ({ url, init }) => fetch(url, init) as Promise<Response>;
  const transmit: Send = async (request) => {
    try {
      return await (plan.transmit ?? send)(request, send);
    } catch (cause) {
      const error = new NetworkError(plan.route.path, cause);
      // This error of Node 24.14 and 24.15 hides status 401 for a streamed body (nodejs/undici#5018).
      if (error.message.endsWith("null body source")) {
        return new Response(null, { status: 401 });
      }
      throw plan.failure?.() ?? error;
    }
  };
  return interceptors.reduceRight<Send>((next, interceptor) => (request) => interceptor(request, next), transmit);
}

/** Performs a call inside functions of the client, the first of which is the outermost. */
async function performAround<Options extends CallOptions<AnyErrorTags>, ArgInput, RouteResult, E, Result>(
  hooks: readonly Around[],
  state: CallState<Options>,
  route: CallableRoute<ArgInput, RouteResult, E>,
  arg: ArgInput,
  perform: Perform<Options, ArgInput, RouteResult, E, Result>,
): Promise<Reply<Result>> {
  const attempts: Attempt[] = [];
  const starts: AttemptListener[] = [];
  const call: AroundCall = {
    route,
    arg,
    redactedArg: () => (route.hasArg ? route.redactArg(arg) : undefined),
    signal: state.callOptions.signal,
    attempts,
    parent: operationOf(state.callOptions),
    onAttempt: (start) => starts.push(start),
  };
  state.watchAttempts = () => attemptWatch(attempts, starts);
  let reply: Promise<Reply<Result>> | undefined;
  const innermost = (): Promise<unknown> => (reply = perform(state, route, arg)).then(({ result }) => result);
  await nested(hooks, call, innermost)();
  return reply as unknown as Promise<Reply<Result>>; // set, or the line above has thrown
}

type AttemptListener = Parameters<AroundCall["onAttempt"]>[0];

/** Returns what adds the attempts of a request to those of its call, and tells the listeners. */
function attemptWatch(attempts: Attempt[], starts: readonly AttemptListener[]): AttemptWatch {
  let attempt: Attempt | undefined;
  let ends: ((attempt: Attempt) => void)[];
  return (change, headers) => {
    if (headers !== undefined) {
      const started: Attempt = { number: attempts.length + 1, url: "", startedAt: Date.now(), ...change };
      attempts.push((attempt = started));
      ends = starts.flatMap((start) => start({ ...started, headers }) ?? []);
    } else if (attempt !== undefined) {
      const changed = Object.assign(attempt, change);
      ends.forEach((end) => "endedAt" in change && end(changed));
    }
  };
}

/** Returns the call for a request that has been started, to the route with this path. */
function createCall<Result, E>(path: string, reply: Promise<Reply<Result>>): Call<Result, E> {
  const result = reply.then((reply) => reply.result);
  const instead = <View>(view: Promise<View>): Promise<View> => {
    // The other view reports the failure, so the platform must not also report this promise as unhandled.
    result.catch(() => undefined);
    return view;
  };
  return Object.assign(result, {
    withResponse: () => instead(reply.then((reply) => reply)),
    outcome: () =>
      instead(
        result.then(
          (value): Outcome<Result, E> => ({ ok: true, value }),
          (thrown: unknown) => routeErrorAsValue<E>(path, thrown),
        ),
      ),
  });
}

/** Returns the error of the route as a value. Throws all other errors: a token provider may have called another route. */
function routeErrorAsValue<E>(path: string, thrown: unknown): Outcome<never, E> {
  if (!isErrorOf<E>(thrown, path)) {
    throw thrown;
  }
  const { error, summary, userMessage } = thrown;
  return { ok: false, error, summary, userMessage, thrown };
}

/** Returns whether `thrown` is the route error of one of the routes, as of a list and of its later pages; narrows its type. */
export function isRouteError<Routes extends readonly [AnyRoute, AnyRoute, ...AnyRoute[]]>(
  thrown: unknown,
  ...routes: Routes
): thrown is RouteError<Routes[number] extends LoadableRoute<never, unknown, infer E> ? E : never>;
/** Returns whether `thrown` is the route error of `route`; narrows its type. */
export function isRouteError<E>(thrown: unknown, route: LoadableRoute<never, unknown, E>): thrown is RouteError<E>;
export function isRouteError(thrown: unknown, ...routes: readonly AnyRoute[]): boolean {
  return routes.some(({ path }) => isErrorOf(thrown, path));
}

type AnyRoute = LoadableRoute<never, unknown, unknown>;
