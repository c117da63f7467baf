import { errorPath } from "../routes/error-summary.js";
import type { HandlerReply, ServerRoute, UploadRequest } from "../server/server-route.js";
import { badRequest, isRefusal, isRouteFailure, notImplemented, Refusal, routeError } from "../server/refusal.js";
import { textReply, withHeaders, type ServerReply } from "../server/reply.js";
import type { ServerRequest } from "../server/request.js";
import type { DownloadReply, ServedContent } from "../server/served-content.js";
import { createServerCore, type ServerCore } from "../server/server.js";
import { splitUrl } from "../server/url.js";
import { nearestName } from "../codecs/nearest-name.js";
import { Answering, BadArgument, errorAt, PathError } from "./answering.js";
import { RecordedCall } from "./calls.js";
import { TwinClock } from "./clock.js";
import { routeKey, type AnyRoute, type TwinApi, type TwinNamespace, type TwinNamespaceData } from "./data.js";
import { directivesHeader, readDirectives } from "./directives.js";
import { brokenBody, delay, Disconnected, PathRefusal, statusRefusal } from "./faults.js";
import type { TwinOptions } from "./options.js";
import { TwinError, type Disconnection, type Outcome } from "./outcome.js";
import type { Override } from "./override.js";
import { Plans } from "./plans.js";
import { seededBytes, SeededRandom } from "./seeded.js";

/** A call on its way to its reply. */
interface Exchange {
  readonly call: RecordedCall;
  disconnect: Disconnection | undefined;
  truncate: number | undefined;
  /** Why the test itself is wrong, such as an override whose result no client would accept. */
  failure: TwinError | undefined;
}

/** The name under which a handler's request has the number of its exchange; no platform allows such a header. */
const exchangeHeader = ":exchange";

/** The generated server over handlers that answer from what the Twin knows. */
export class TwinServer {
  readonly plans: Plans;
  readonly overrides: Map<string, Override<unknown, unknown>>;
  readonly answering: Answering;
  readonly clock: TwinClock = new TwinClock();
  calls: RecordedCall[] = [];
  /** The failures of overrides. */
  failures: TwinError[] = [];
  readonly #api: TwinApi;
  readonly #options: TwinOptions;
  readonly #core: ServerCore;
  readonly #paths: readonly string[];
  readonly #exchanges = new Map<string, Exchange>();
  readonly #data = new Map<TwinNamespace, TwinNamespaceData>();
  #random: SeededRandom;
  #count = 0;

  constructor(api: TwinApi, options: TwinOptions) {
    const { seed = 1, items = 7, polls = 2, jobs = "launched", echo = true } = options;
    this.overrides = new Map();
    this.#api = api;
    this.#options = options;
    this.#random = new SeededRandom(seed);
    this.answering = new Answering({ seed, items, polls, jobs, echo, permissions: api.callers });
    const routes = api.namespaces.flatMap((namespace) => namespace.routes.map((route) => ({ namespace, route })));
    const keys = routes.map(({ route }) => routeKey(route.route));
    this.plans = new Plans(keys, api.paths);
    this.#paths = routes.map(({ route }) => api.binding.prefix + route.route.path);
    this.#core = createServerCore(
      api.binding,
      routes.map(({ namespace, route }) => this.#twinRoute(namespace, route)),
      {
        authenticate: ({ token, app }) => (token === undefined && app === undefined ? undefined : {}),
        permissions: () => api.callers,
        allowedOrigins: "*",
        random: () => this.#random.next(),
        requestId: () => this.#requestId(),
        onError: () => undefined, // the exchange has it
      },
    );
  }

  /**
   * The reply to a request. Rejects with a {@link Disconnected} where the connection is to break, and with a
   * {@link TwinError} for a mistake of the test.
   */
  async reply(request: ServerRequest): Promise<ServerReply> {
    const id = `${++this.#count}`;
    const exchange: Exchange = {
      call: new RecordedCall(request.method, this.clock.now()),
      disconnect: undefined,
      truncate: undefined,
      failure: undefined,
    };
    this.#exchanges.set(id, exchange);
    if (request.method !== "OPTIONS") {
      this.calls.push(exchange.call);
      this.clock.advance(1000);
    }
    try {
      const reply = await this.#core(withHeader(request, exchangeHeader, id));
      exchange.call.status = reply.status;
      if (exchange.failure !== undefined) {
        throw exchange.failure;
      }
      return this.#cut(this.#withNearest(reply, request), exchange);
    } finally {
      this.#exchanges.delete(id);
    }
  }

  reset(): void {
    this.calls = [];
    this.failures = [];
    this.#count = 0;
    this.#random = new SeededRandom(this.#options.seed ?? 1);
    this.plans.clear();
    this.overrides.clear();
    this.answering.reset();
    this.clock.reset();
  }

  /** The route with a handler that answers from the data of its namespace. */
  #twinRoute(namespace: TwinNamespace, served: ServerRoute): ServerRoute {
    return {
      ...served,
      accept: (json, options) => {
        const accepted = served.accept(json, options);
        return {
          ...accepted,
          run: (_, request) => this.#run(namespace, served, accepted.arg, json, accepted.redactedArg, request),
          reply: (given) => given as HandlerReply,
        };
      },
    };
  }

  async #run(
    namespace: TwinNamespace,
    served: ServerRoute,
    arg: unknown,
    json: unknown,
    redactedArg: () => unknown,
    request: UploadRequest,
  ): Promise<HandlerReply> {
    // The route of a generated list has its codecs, which the server does not need to know.
    const route = served.route as AnyRoute;
    const exchange = this.#exchanges.get(request.header(exchangeHeader) ?? "");
    if (exchange === undefined) {
      throw new Error("The request is not that of an exchange");
    }
    const { call } = exchange;
    const { name, version } = route;
    const { selectUser, selectAdmin } = request;
    Object.assign(call, { route: name, version, arg, redactedArg, selectUser, selectAdmin });
    try {
      const data = await this.#load(namespace);
      const outcome = this.#directed(route, request) ?? this.plans.take(routeKey(route), arg, json);
      await this.#pause(outcome, request.signal);
      exchange.disconnect = outcome?.disconnect;
      exchange.truncate = outcome?.truncate;
      this.#refuse(route, data, outcome, exchange);
      return await this.#answer(route, served, data, { arg, json, request, outcome }, call);
    } catch (thrown) {
      throw this.#refusalFor(served, await this.#load(namespace), thrown, exchange);
    }
  }

  /** What the directives of the request say; undefined if it has none. Throws a `Refusal` for wrong ones. */
  #directed(route: AnyRoute, request: UploadRequest): Outcome | undefined {
    const header = request.header(directivesHeader);
    const outcome = header === undefined ? undefined : readDirectives(header);
    if (outcome?.error !== undefined) {
      try {
        this.plans.checkPath(routeKey(route), outcome.error);
      } catch (thrown) {
        throw badRequest(thrown instanceof Error ? thrown.message : String(thrown));
      }
    }
    return outcome;
  }

  /** Throws what the outcome says, if it says so before the call is answered. */
  #refuse(route: AnyRoute, data: TwinNamespaceData, outcome: Outcome | undefined, exchange: Exchange): void {
    if (outcome === undefined) {
      return;
    }
    const { status, error, payload, message, reset = false, disconnect } = outcome;
    const routeData = data.routes[routeKey(route)] ?? {};
    if (status !== undefined) {
      throw statusRefusal(status, outcome, () => this.#requestId());
    }
    if (error !== undefined) {
      throw payload === undefined
        ? new PathRefusal(errorAt(data, routeData, error), message)
        : routeError(route, payload as never, message);
    }
    if (reset && routeData.pages?.takesCursor === true && routeData.pages.stale !== undefined) {
      throw new PathError(routeData.pages.stale);
    }
    if (reset || disconnect === "before") {
      exchange.disconnect = "before";
      throw new Refusal("disconnected", textReply(503, "")); // nobody gets it
    }
  }

  async #answer(
    route: AnyRoute,
    { style }: ServerRoute,
    data: TwinNamespaceData,
    called: {
      readonly arg: unknown;
      readonly json: unknown;
      readonly request: UploadRequest;
      readonly outcome: Outcome | undefined;
    },
    call: RecordedCall,
  ): Promise<HandlerReply> {
    const { arg, json, request, outcome } = called;
    const permissions = this.#api.callers;
    const override = this.overrides.get(routeKey(route));
    if (override === undefined && outcome === undefined && this.#options.strict === true) {
      throw notImplemented();
    }
    let content: ServedContent | undefined;
    const next = async (): Promise<unknown> => {
      const routeData = data.routes[routeKey(route)] ?? {};
      const answer = this.answering.answer(route, routeData, arg, json, outcome?.example);
      let result = answer.json;
      if (style === "upload") {
        call.contentLength = await countBytes(request.content);
        result = this.answering.withSize(routeData, result, call.contentLength);
      }
      if (style === "download") {
        const seed = this.answering.contentSeed(route, json);
        const etag = (seed >>> 0).toString(16);
        content = { content: seededBytes(answer.size, seed), size: answer.size, etag };
      }
      return route.decodeResult(result, { permissions });
    };
    const given = override === undefined ? await next() : await override(arg, next, request);
    const isContent = style === "download" && isDownloadReply(given);
    const served = isContent ? given : content;
    const result: unknown = isContent ? given.result : given;
    const encoded = route.encodeResult(result as never, { permissions });
    call.result = result;
    call.contentLength ??= style === "download" ? served?.size : undefined;
    return {
      json: encoded,
      download: style === "download" ? { content: "", ...served, result } : undefined,
    };
  }

  /** What to throw for an error of an answer. What no handler may throw is a mistake of the test. */
  #refusalFor(served: ServerRoute, data: TwinNamespaceData, thrown: unknown, exchange: Exchange): unknown {
    const route = served.route as AnyRoute;
    const { callers: permissions } = this.#api;
    if (thrown instanceof BadArgument) {
      return badRequest(thrown.message);
    }
    if (thrown instanceof PathError) {
      return this.#refusalFor(
        served,
        data,
        new PathRefusal(errorAt(data, data.routes[routeKey(route)] ?? {}, thrown.path)),
        exchange,
      );
    }
    try {
      if (isRouteFailure(thrown)) {
        exchange.call.errorPath = errorPath(served.encodeError(thrown.error, { strict: true, permissions }));
        return thrown;
      }
    } catch (problem) {
      return this.#fail(route, problem, exchange);
    }
    if (thrown instanceof PathRefusal) {
      exchange.call.errorPath = thrown.message;
    }
    return isRefusal(thrown) ? thrown : this.#fail(route, thrown, exchange);
  }

  #fail({ name }: AnyRoute, thrown: unknown, exchange: Exchange): TwinError {
    const problem = thrown instanceof Error ? thrown.message : String(thrown);
    exchange.failure = new TwinError(`The answer to ${name} is wrong: ${problem}`, { cause: thrown });
    this.failures.push(exchange.failure);
    return exchange.failure;
  }

  async #load(namespace: TwinNamespace): Promise<TwinNamespaceData> {
    const known = this.#data.get(namespace);
    if (known !== undefined) {
      return known;
    }
    const data = await namespace.load();
    this.#data.set(namespace, data);
    return data;
  }

  async #pause(outcome: Outcome | undefined, signal: AbortSignal): Promise<void> {
    const wanted = outcome?.delay ?? this.#options.latency ?? 0;
    const [from, to]: readonly [number, number] = typeof wanted === "number" ? [wanted, wanted] : wanted;
    await delay(from === to ? from : from + Math.floor(this.#random.next() * (to - from)), signal);
  }

  /** The reply as far as it gets if the connection breaks. */
  #cut(reply: ServerReply, { disconnect, truncate }: Exchange): ServerReply {
    if (disconnect === "before" || disconnect === "after") {
      if (typeof reply.body !== "string") {
        void reply.body.cancel();
      }
      throw new Disconnected();
    }
    const bytes = truncate ?? (disconnect === "body" ? 1 : undefined);
    return bytes === undefined ? reply : { ...reply, body: brokenBody(reply.body, bytes) };
  }

  /** The reply to a call of something that is no route, with the nearest one. */
  #withNearest(reply: ServerReply, { url }: ServerRequest): ServerReply {
    const { path } = splitUrl(url);
    if (reply.status !== 404 || this.#paths.includes(path)) {
      return reply;
    }
    const nearest = nearestName(path, this.#paths);
    return nearest === undefined
      ? reply
      : withHeaders(
          textReply(404, `Unknown API function: ${JSON.stringify(path)}. Did you mean ${nearest}?`),
          reply.headers,
        );
  }

  #requestId(): string {
    return `twin-${(this.#random.next() * 2 ** 32).toString(16).padStart(8, "0").slice(0, 8)}`;
  }
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

async function countBytes(content: AsyncIterable<Uint8Array>): Promise<number> {
  let count = 0;
  for await (const piece of content) {
    count += piece.byteLength;
  }
  return count;
}

function isDownloadReply(given: unknown): given is DownloadReply<unknown> {
  return typeof given === "object" && given !== null && "result" in given && "content" in given;
}
