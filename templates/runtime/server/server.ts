import type { Binding } from "../routes/binding.js";
import { nested } from "../routes/nested.js";
import type { RouteInfo } from "../routes/route.js";
import type { AroundServedCall, ServedOutcome, ServerAround } from "./around.js";
import type { ByteSource } from "./content.js";
import { crossOriginHeaders } from "./cross-origin.js";
import type { ReplyEntry, ServerOptions } from "./options.js";
import { textReply, withHeaders, type ServerReply } from "./reply.js";
import { splitUrl, type ServerRequest } from "./request.js";
import { ServedCall } from "./served-call.js";
import { servedRoutes, type ServerRoute } from "./server-route.js";

/** A platform-independent server: a function from requests to replies. It never rejects. */
export type ServerCore = (request: ServerRequest) => Promise<ServerReply>;

/** Creates a server from routes and their handlers. */
export function createServerCore<Context>(
  binding: Binding,
  routes: readonly ServerRoute[],
  options: ServerOptions<Context>,
): ServerCore {
  const served = servedRoutes(binding, routes);
  const { allowedOrigins, around, onReply } = options;
  const hooks = around && [around].flat();
  const crossOrigin = allowedOrigins && crossOriginHeaders(binding, allowedOrigins);
  return (request) => {
    const started = onReply && performance.now();
    const url = splitUrl(request.url);
    const called = served.get(url.path);
    const call = called && new ServedCall(binding, options, called, request, url);
    const complete = (reply: ServerReply): ServerReply => {
      if (started !== undefined) {
        void log(onReply, {
          route: called?.route,
          method: request.method,
          status: reply.status,
          durationMs: performance.now() - started,
          caller: () => call?.caller,
          arg: () => call?.redactedArg?.(),
          errorPath: call?.errorPath,
          requestId: call?.requestId,
        });
      }
      return crossOrigin === undefined ? reply : withHeaders(reply, crossOrigin(request, url.query));
    };
    if (call !== undefined && hooks !== undefined && request.method !== "OPTIONS") {
      return replyAround(hooks, call, complete);
    }
    const answered = call === undefined ? Promise.resolve(unknownRoute(url.path)) : call.reply();
    return started === undefined && crossOrigin === undefined ? answered : answered.then(complete);
  };
}

function unknownRoute(path: string): ServerReply {
  return textReply(404, `Unknown API function: ${JSON.stringify(path)}`);
}

async function log<Context>(onReply: ServerOptions<Context>["onReply"], entry: ReplyEntry<Context>): Promise<void> {
  try {
    await onReply?.(entry);
  } catch {
    // A failing callback must not affect the response or end the process.
  }
}

/** Runs a call inside its hooks, of which the first is the outermost, and returns the reply. Never rejects. */
export function replyAround<Context>(
  hooks: readonly ServerAround<Context>[],
  call: ServedCall<Context>,
  complete: (reply: ServerReply) => ServerReply,
): Promise<ServerReply> {
  const seen = new SeenCall(call);
  return new Promise((resolve) => {
    let isReplied = false;
    const perform = async (): Promise<ServedOutcome> => {
      const reply = complete(await call.reply());
      isReplied = true;
      if (typeof reply.body === "string") {
        resolve(reply);
      } else {
        const [observed, sent] = observe(reply, reply.body);
        resolve(observed);
        await sent;
      }
      return { status: reply.status, errorPath: call.errorPath, kind: kindOf(reply) };
    };
    nested(hooks, seen, perform)().catch((thrown: unknown) => {
      if (isReplied) {
        call.report(thrown);
      } else {
        resolve(complete(call.failure(thrown)));
      }
    });
  });
}

/** A call as hooks see it. It is a class because objects with their own getters are slow to create. */
class SeenCall<Context> implements AroundServedCall<Context> {
  readonly route: RouteInfo;
  readonly request: AroundServedCall<Context>["request"];
  readonly #call: ServedCall<Context>;

  constructor(call: ServedCall<Context>) {
    const { route, request, path } = call;
    this.route = route;
    this.request = { method: request.method, url: path, header: (name) => request.header(name.toLowerCase()) };
    this.#call = call;
  }

  get caller(): Context | undefined {
    return this.#call.caller;
  }

  get arg(): unknown {
    return this.#call.arg;
  }

  redactedArg(): unknown {
    return this.#call.redactedArg?.();
  }
}

function kindOf({ body, headers }: ServerReply): ServedOutcome["kind"] {
  if (typeof body !== "string") {
    return "content";
  }
  return body === "" ? "empty" : headers["Content-Type"] === "application/json" ? "json" : "text";
}

/** Returns the same reply, and a promise that resolves once its content has been sent, has failed or was cancelled. */
function observe(reply: ServerReply, body: ByteSource): readonly [ServerReply, Promise<void>] {
  let end: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const observed: ByteSource = {
    async next(isSpent) {
      try {
        const piece = await body.next(isSpent);
        if (piece === undefined) {
          end();
        }
        return piece;
      } catch (thrown) {
        end();
        throw thrown;
      }
    },
    cancel(reason) {
      end();
      return body.cancel(reason);
    },
  };
  return [{ ...reply, body: observed }, ended];
}
