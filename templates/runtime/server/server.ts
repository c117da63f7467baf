import { replyAround } from "./reply-around.js";
import type { Binding } from "../routes/binding.js";
import { crossOriginHeaders } from "./cross-origin.js";
import { ServedCall } from "./served-call.js";
import { servedRoutes } from "./served-route.js";
import type { ReplyEntry, ServerOptions } from "./options.js";
import { textReply, withHeaders, type ServerReply } from "./reply.js";
import type { ServerRequest } from "./request.js";
import type { ServerRoute } from "./server-route.js";
import { splitUrl } from "./url.js";

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
          milliseconds: performance.now() - started,
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
