import type { ErrorPath } from "../routes/error-summary.js";
import { rejectLazyRoute, type Route } from "../routes/route.js";
import { toFetchHandler } from "../server/fetch-handler.js";
import type { UserMessage } from "../server/refusal.js";
import { textReply } from "../server/reply.js";
import type { ServerCore } from "../server/server.js";
import type { TwinCall } from "./calls.js";
import type { TwinClock } from "./clock.js";
import { routeKey, type TwinApi } from "./data.js";
import { Disconnected } from "./faults.js";
import { postNotification } from "./notification.js";
import type { Override, TwinOptions } from "./options.js";
import type { TwinSnapshot } from "./model-keeper.js";
import { TwinError, type Plan } from "./outcome.js";
import { TwinServer } from "./twin-server.js";

/**
 * The method that `using` calls, which resets the Twin. TypeScript declares its name only with the library
 * `esnext.disposable`; without that library, this type has no method.
 */
export type Disposal = SymbolConstructor extends { readonly dispose: infer Name extends symbol }
  ? { readonly [Key in Name]: () => void }
  : unknown;

/** When a planned error applies, and the content of the error besides its path. */
export interface FailOptions {
  /** The number of calls that fail; all by default. */
  readonly times?: number | undefined;
  /** Only calls whose argument has these members fail. */
  readonly when?: unknown;
  /** The `user_message` of the error. */
  readonly message?: UserMessage | undefined;
  /** The error itself, in place of a generated error with the path. */
  readonly payload?: unknown;
}

/** An in-memory server that answers calls from the types and examples of an API, or as a test specifies. */
export class Twin<State = object, Notification = never> {
  /** The entities of the model by resource, as JSON on the wire. */
  readonly state: State;
  /** A replacement for the platform's `fetch`. Pass it to a client as the option `fetch`. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Handles requests without `Request` and `Response` objects: pass the Twin to `toNodeListener`. */
  readonly core: ServerCore;
  readonly #server: TwinServer;
  readonly #notify: (payload: Notification) => Promise<Response>;

  constructor(api: TwinApi, options: TwinOptions = {}) {
    const server = new TwinServer(api, options);
    this.#server = server;
    this.#notify = (payload) => postNotification(api.sign, payload as never, options.webhook);
    // `defineModel` has checked the types.
    this.state = (server.model?.entities ?? {}) as State;
    const answer = toFetchHandler((request) => server.reply(request));
    // TypeScript declares this symbol only with the library `esnext.disposable`.
    const dispose: unknown = Reflect.get(Symbol, "dispose");
    if (typeof dispose === "symbol") {
      Object.defineProperty(this, dispose, { value: () => this.reset() });
    }
    this.fetch = async (input, init) => {
      const isPath = typeof input === "string" && input.startsWith("/");
      const request = new Request(isPath ? `http://twin${input}` : input, init);
      return unlessAborted(request.signal, () => answer(request));
    };
    this.core = async (request) => {
      try {
        return await server.reply(request);
      } catch (thrown) {
        if (thrown instanceof TwinError) {
          return textReply(500, thrown.message);
        }
        throw thrown;
      }
    };
  }

  /** The time of the Twin's clock; each call takes a second. */
  get clock(): TwinClock {
    return this.#server.clock;
  }

  /** Answers calls to a route with a function. It replaces an earlier function for the route. */
  on<Arg, ResultInput>(
    route: Route<never, unknown, unknown, Arg, ResultInput, never>,
    override: Override<Arg, ResultInput>,
  ): void {
    rejectLazyRoute(route);
    // The parameters of this method have checked the types.
    this.#server.overrides.set(routeKey(route), override as Override<unknown, unknown>);
  }

  /**
   * Answers calls to a route with the error at this path, such as `"path/not_found"`. Throws a {@link TwinError} if the
   * route has no such error.
   */
  fail<E>(route: Route<never, unknown, E, unknown, never, never>, path: ErrorPath<E>, options: FailOptions = {}): void {
    rejectLazyRoute(route);
    this.plan({ route: routeKey(route), error: path, ...options });
  }

  /**
   * Plans the outcome of calls to a route: errors, statuses, delays, broken connections. Plans are used in the order in
   * which they were made. Throws a {@link TwinError} for a route or a path that does not exist.
   */
  plan(plan: Plan): void {
    this.#server.plan([plan]);
  }

  /**
   * Signs a notification and posts it to the receiver in the option `webhook`. Returns the response. Rejects with a
   * {@link TwinError} without this option, or without webhooks in the configuration of the package.
   */
  notify(payload: Notification): Promise<Response> {
    return this.#notify(payload);
  }

  /** Invalidates all cursors that have been returned. */
  expireCursors(): void {
    this.#server.responder.expireCursors();
  }

  /** Returns the calls that the Twin has received, in order: all calls, or those to a route. */
  calls(): readonly TwinCall[];
  calls<Arg, Result>(route: Route<never, Result, unknown, Arg, never, never>): readonly TwinCall<Arg, Result>[];
  calls(route?: { readonly name: string; readonly version: number }): readonly TwinCall[] {
    if (route !== undefined) {
      rejectLazyRoute(route);
    }
    return this.#server
      .calls()
      .filter((call) => route === undefined || (call.route === route.name && call.version === route.version));
  }

  /** Returns the state of the model, for {@link restore}. */
  snapshot(): TwinSnapshot {
    return structuredClone(this.#server.snapshot());
  }

  /** Restores a state. Resources that the model does not have are ignored. */
  restore(snapshot: TwinSnapshot): void {
    this.#server.restore(structuredClone(snapshot));
  }

  /** Removes calls, plans and overrides, and restores the initial state and time. */
  reset(): void {
    this.#server.reset();
  }

  /** Throws a {@link TwinError} if a plan has not been used, or if an override, the model or a plan has failed. */
  verify(): void {
    const { failures, plans } = this.#server;
    const problems = [...failures.map(({ message }) => message), ...plans.unused()];
    if (problems.length > 0) {
      throw new TwinError(problems.join("\n"));
    }
  }
}

/** Returns the response. Like `fetch`, it rejects if the caller aborts the request, or if the connection breaks. */
async function unlessAborted(signal: AbortSignal, answer: () => Promise<Response>): Promise<Response> {
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([answer(), aborted]);
  } catch (thrown) {
    throw thrown instanceof Disconnected ? new TypeError("fetch failed", { cause: thrown }) : thrown;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
