import { nearestName } from "../codecs/nearest-name.js";
import { textReply, withHeaders, type ServerReply } from "../server/reply.js";
import { splitUrl, type ServerRequest } from "../server/request.js";
import type { RouteInfo } from "../routes/route.js";
import { idempotencyKey, memoryStore } from "../server/idempotency.js";
import { createServerCore, type ServerCore } from "../server/server.js";
import type { HandlerReply, ServerRoute } from "../server/server-route.js";
import { ExampleResponder } from "./example-responder.js";
import { RecordedCall } from "./calls.js";
import { checkOptions } from "./check-options.js";
import { ContentHashes } from "./contents.js";
import { TwinClock } from "./clock.js";
import { controlReply, isControl } from "./control.js";
import { routeKey, type TwinApi, type TwinNamespace, type TwinNamespaceData } from "./data.js";
import { exchangeHeader, type Exchange } from "./exchange.js";
import { brokenBody, Disconnected } from "./faults.js";
import { TwinCallHandler, type TwinState } from "./call-handler.js";
import type { Override, TwinOptions } from "./options.js";
import { ModelKeeper, type CheckEntity, type ModelFacts, type TwinSnapshot } from "./model-keeper.js";
import type { TwinError } from "./outcome.js";
import { Plans } from "./plans.js";
import { SeededRandom } from "./seeded.js";
import { StateChanges } from "./state-changes.js";

/** The generated server, with handlers that use the Twin's data. */
export class TwinServer {
  readonly plans: Plans;
  readonly overrides: Map<string, Override<unknown, unknown>>;
  readonly responder: ExampleResponder;
  readonly clock: TwinClock;
  readonly model: ModelKeeper | undefined;
  readonly failures: TwinError[] = [];
  readonly #options: TwinOptions;
  readonly #state: TwinState;
  readonly #core: ServerCore;
  /** URL path to route. */
  readonly #routes: ReadonlyMap<string, RouteInfo>;
  readonly #exchanges = new Map<string, Exchange>();
  readonly #data = new Map<TwinNamespace, TwinNamespaceData>();
  #calls: RecordedCall[] = [];
  /** The replies to calls with idempotency keys. */
  #replies = memoryStore();
  /** The first call with each idempotency key. */
  readonly #keyedCalls = new Map<string, RecordedCall>();
  #modelFacts: Promise<ModelFacts> | undefined;
  #random: SeededRandom;
  #count = 0;

  /** Throws a {@link TwinError} for unknown options. */
  constructor(api: TwinApi, options: TwinOptions) {
    checkOptions(options);
    const { seed = 1, items = 7, polls = 2, jobs = "launched", echo = true, latencyMs = 0, strict = false } = options;
    const { binding, callers: permissions } = api;
    const routes = api.namespaces.flatMap((namespace) => namespace.routes.map((route) => ({ namespace, route })));
    this.#options = options;
    this.#random = new SeededRandom(seed);
    this.#routes = new Map(routes.map(({ route: { route } }) => [binding.prefix + route.path, route]));
    const changes = new StateChanges();
    this.clock = new TwinClock(() => changes.notify());
    this.overrides = new Map();
    this.responder = new ExampleResponder({ seed, items, polls, jobs, echo, permissions });
    this.plans = new Plans(
      routes.map(({ route }) => routeKey(route.route)),
      api.paths,
    );
    const checks = Object.entries(api.types).map(([name, encode]) => [
      name,
      (entity: unknown) => encode(entity as never, { strict: true, refuseUnknownFields: true, permissions }),
    ]);
    this.model =
      options.model &&
      new ModelKeeper(
        options.model,
        (route) => this.plans.key(route),
        Object.fromEntries(checks) as Record<string, CheckEntity>,
        () => changes.notify(),
      );
    this.#state = {
      model: this.model,
      modelFacts: () => (this.#modelFacts ??= this.#loadModelFacts(api)),
      clock: this.clock,
      changes,
      plans: this.plans,
      overrides: this.overrides,
      responder: this.responder,
      failures: this.failures,
      permissions,
      isStrict: strict,
      hashes: new ContentHashes(binding),
      latencyMs,
      random: () => this.#random,
      requestId: () => this.#requestId(),
    };
    this.#core = createServerCore(
      binding,
      routes.map(({ namespace, route }) => this.#twinRoute(namespace, route)),
      {
        authenticate: ({ token, app }) => (token === undefined && app === undefined ? undefined : {}),
        permissions: () => permissions,
        allowedOrigins: "*",
        random: () => this.#random.next(),
        requestId: () => this.#requestId(),
        onError: () => undefined, // the exchange records the error
        around: options.around,
        // All callers share the state of a Twin, so they also share idempotency keys.
        idempotency: { store: { once: (call, run) => this.#replies.once(call, run) }, caller: () => "" },
      },
    );
  }

  /**
   * Returns the response to a request. Rejects with a {@link Disconnected} if the connection should break, and with a
   * {@link TwinError} for a mistake in the test.
   */
  async reply(request: ServerRequest): Promise<ServerReply> {
    if (this.#options.control === true && isControl(request)) {
      return controlReply(this, request);
    }
    const route = this.#routes.get(splitUrl(request.url).path);
    const call = new RecordedCall(request.method, route, this.clock.now());
    const exchange: Exchange = { call, disconnect: undefined, truncate: undefined, failure: undefined };
    this.#count++;
    const id = String(this.#count);
    this.#exchanges.set(id, exchange);
    if (request.method !== "OPTIONS") {
      this.#calls.push(call);
      this.clock.advance(1000);
    }
    try {
      const reply = await this.#core(withHeader(request, exchangeHeader, id));
      if (reply.headers["Idempotent-Replayed"] !== undefined) {
        call.repeat(this.#keyedCalls.get((route && keyOfCall(route, request)) ?? ""));
      }
      call.status = reply.status;
      if (exchange.failure !== undefined) {
        throw exchange.failure;
      }
      return cut(this.#withNearest(reply, request), exchange);
    } finally {
      this.#exchanges.delete(id);
      if (request.method !== "OPTIONS") {
        this.#options.onCall?.(call);
      }
    }
  }

  plan(plans: readonly unknown[]): void {
    this.plans.add(plans);
  }

  calls(): readonly RecordedCall[] {
    return this.#calls;
  }

  snapshot(): TwinSnapshot {
    return this.model?.snapshot() ?? {};
  }

  restore(snapshot: TwinSnapshot): void {
    this.model?.restore(snapshot);
  }

  reset(): void {
    this.#calls = [];
    this.#replies = memoryStore();
    this.#keyedCalls.clear();
    this.failures.length = 0;
    this.#count = 0;
    this.#random = new SeededRandom(this.#options.seed ?? 1);
    this.plans.clear();
    this.overrides.clear();
    this.responder.reset();
    this.model?.reset();
    this.clock.reset();
  }

  /** Returns the route with a handler that uses the data of the namespace. */
  #twinRoute(namespace: TwinNamespace, served: ServerRoute): ServerRoute {
    return {
      ...served,
      accept: (json, options) => {
        const { arg, redactedArg } = served.accept(json, options);
        return {
          arg,
          redactedArg,
          run: async (_, request) => {
            const exchange = this.#exchanges.get(request.header(exchangeHeader) ?? "");
            if (exchange === undefined) {
              throw new Error("The request does not come from a Twin");
            }
            const { selectUser, selectAdmin } = request;
            Object.assign(exchange.call, { arg, redactedArg, selectUser, selectAdmin });
            const key = keyOfCall(served.route, request);
            if (key !== undefined) {
              this.#keyedCalls.set(key, exchange.call);
            }
            const data = this.#data.get(namespace) ?? (await this.#load(namespace));
            return new TwinCallHandler(this.#state, served, data, exchange, request, arg, json).reply();
          },
          reply: (given) => given as HandlerReply,
        };
      },
    };
  }

  async #load(namespace: TwinNamespace): Promise<TwinNamespaceData> {
    const data = await namespace.load();
    this.#data.set(namespace, data);
    return data;
  }

  /** Loads the data of the API that the model needs. Rejects with a {@link TwinError} if the model does not fit the API. */
  async #loadModelFacts({ namespaces, loadModelData }: TwinApi): Promise<ModelFacts> {
    const keys = new Set(this.model?.routes);
    const wanted = namespaces.filter(({ routes }) => routes.some(({ route }) => keys.has(routeKey(route))));
    const loaded = await Promise.all(wanted.map((namespace) => this.#load(namespace)));
    const routes = new Map(loaded.flatMap(({ routes: all }) => Object.entries(all).filter(([key]) => keys.has(key))));
    const facts = { data: await loadModelData(), routes };
    this.model?.check(facts, this.plans);
    return facts;
  }

  /** Returns the reply; for an unknown route, one that suggests the most similar route. */
  #withNearest(reply: ServerReply, { url }: ServerRequest): ServerReply {
    const { path } = splitUrl(url);
    if (reply.status !== 404 || this.#routes.has(path)) {
      return reply;
    }
    const nearest = nearestName(path, [...this.#routes.keys()]);
    const hint = nearest === undefined ? "" : `. Did you mean ${nearest}?`;
    return withHeaders(textReply(404, `Unknown API function: ${JSON.stringify(path)}${hint}`), reply.headers);
  }

  #requestId(): string {
    return `twin-${Math.floor(this.#random.next() * 2 ** 32)
      .toString(16)
      .padStart(8, "0")}`;
  }
}

/** Returns a string that identifies the route and the idempotency key of a call; undefined for calls without a key. */
function keyOfCall(route: RouteInfo, request: Pick<ServerRequest, "header">): string | undefined {
  const key = idempotencyKey(route, request);
  return key === undefined ? undefined : `${route.path} ${key}`;
}

/** Returns the reply, truncated if the connection is planned to break. Throws {@link Disconnected} if nothing is sent. */
function cut(reply: ServerReply, { disconnect, truncate }: Exchange): ServerReply {
  if (disconnect === "before" || disconnect === "after") {
    if (typeof reply.body !== "string") {
      void reply.body.cancel();
    }
    throw new Disconnected();
  }
  const bytes = truncate ?? (disconnect === "body" ? 1 : undefined);
  return bytes === undefined ? reply : { ...reply, body: brokenBody(reply.body, bytes) };
}

function withHeader(request: ServerRequest, name: string, value: string): ServerRequest {
  return {
    method: request.method,
    url: request.url,
    header: (wanted) => (wanted === name ? value : request.header(wanted)),
    text: (limit, milliseconds) => request.text(limit, milliseconds),
    content: () => request.content(),
    onGone: (listener) => request.onGone(listener),
  };
}
