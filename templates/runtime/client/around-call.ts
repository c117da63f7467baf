import { nested } from "../routes/nested.js";
import type { Around, AroundCall, Attempt, ParentOperation } from "./around.js";
import type { ClientState } from "./core.js";
import type { CallableRoute } from "./callable-route.js";
import { whenLoaded, type LoadableRoute, type RouteWork } from "./loadable-route.js";
import type { CallOptions } from "./options.js";
import type { Reply } from "./reply.js";

/**
 * Records the attempts of a request for the functions around its call. A change with headers starts an attempt, one with
 * `endedAt` ends it.
 */
export type AttemptWatch = (change: Partial<Attempt>, headers?: Headers) => void;

/* These are passed with the options of a call, invisibly to callers. */
const watch: unique symbol = /*#__PURE__*/ Symbol("watch");
const parent: unique symbol = /*#__PURE__*/ Symbol("parent");

interface WatchedOptions {
  readonly [watch]?: () => AttemptWatch;
  readonly [parent]?: ParentOperation;
}

/** Returns the watch for the attempts of a request with these options; undefined if no functions are around its call. */
export function attemptWatch(options: CallOptions & WatchedOptions): AttemptWatch | undefined {
  return options[watch]?.();
}

let operations = 0;

/**
 * Returns the options of all calls of a larger operation. They tell the functions around these calls which operation it is, and
 * when it has `ended`. Only the first call has the caller's idempotency key.
 */
export function withParent<Options extends CallOptions>(
  options: Options,
  kind: ParentOperation["kind"],
  ended?: Promise<void>,
): Options {
  const hidden: WatchedOptions = { [parent]: { kind, id: String(++operations), ended } };
  return { ...options, idempotencyKey: undefined, ...hidden };
}

/** Performs a call, as soon as its route is loaded, with the client's functions around it. */
export function aroundCall<ArgInput, RouteResult, E, Result, Options extends CallOptions>(
  client: ClientState,
  route: LoadableRoute<ArgInput, RouteResult, E>,
  arg: ArgInput,
  options: Options,
  perform: RouteWork<CallableRoute<ArgInput, RouteResult, E>, ArgInput, Options, Reply<Result>>,
): Promise<Reply<Result>> {
  const { around } = client.options();
  return whenLoaded(client, route, arg, options, (route, arg, options) =>
    around === undefined ? perform(route, arg, options) : performAround([around].flat(), route, arg, options, perform),
  );
}

async function performAround<ArgInput, RouteResult, E, Result, Options extends CallOptions>(
  hooks: readonly Around[],
  route: CallableRoute<ArgInput, RouteResult, E>,
  arg: ArgInput,
  options: Options & WatchedOptions,
  perform: RouteWork<CallableRoute<ArgInput, RouteResult, E>, ArgInput, Options, Reply<Result>>,
): Promise<Reply<Result>> {
  const attempts: Attempt[] = [];
  const starts: Parameters<AroundCall["onAttempt"]>[0][] = [];
  const call: AroundCall = {
    route,
    arg,
    redactedArg: () => (route.hasArg ? route.redactArg(arg) : undefined),
    signal: options.signal,
    attempts,
    parent: options[parent],
    onAttempt: (start) => starts.push(start),
  };
  const watchAttempts = (): AttemptWatch => {
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
  };
  let reply: Promise<Reply<Result>> | undefined;
  const innermost = (): Promise<unknown> =>
    (reply = perform(route, arg, { ...options, [watch]: watchAttempts })).then(({ result }) => result);
  await nested(hooks, call, innermost)();
  return reply as unknown as Promise<Reply<Result>>; // set, or the line above has thrown
}
