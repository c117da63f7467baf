import { nested } from "../routes/nested.js";
import type { RouteInfo } from "../routes/route.js";
import type { ByteSource } from "./byte-source.js";
import type { ServedCall } from "./served-call.js";
import type { ServerReply } from "./reply.js";

/** A call that a server has received, as functions around it see it. */
export interface AroundServedCall<Context> {
  readonly route: RouteInfo;
  /** The request. `url` has no query, which may have an argument and a token. */
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** The value of a header. */
    header(name: string): string | undefined;
  };
  /** The context of the caller, as soon as the call is authenticated. */
  readonly caller: Context | undefined;
  /** The argument, as soon as it has been accepted. */
  readonly arg: unknown;
}

/** What the caller got. */
export interface ServedOutcome {
  readonly status: number;
  /** The tags of the route error, such as `path/not_found`; undefined for other responses. */
  readonly errorPath: string | undefined;
  /** What the body is: JSON, the content of a download, a message, or nothing. */
  readonly kind: "json" | "content" | "text" | "empty";
}

/**
 * Runs around each call of a route, before authentication and until the response is complete: the handler runs inside
 * `next`. `next` must be called once. It returns what was sent, as soon as the platform has the response and all of its
 * content, or the caller has gone. To reject a call, throw the same errors as `authenticate`. The response does not wait
 * for what happens after `next`: an error there is only reported.
 */
export type ServerAround<Context> = (call: AroundServedCall<Context>, next: () => Promise<ServedOutcome>) => unknown;

/** The reply to a call with functions around it, the first of which is the outermost; never rejects. */
export function replyAround<Context>(
  hooks: readonly ServerAround<Context>[],
  call: ServedCall<Context>,
  complete: (reply: ServerReply) => ServerReply,
): Promise<ServerReply> {
  const seen = seenCall(call);
  return new Promise((resolve) => {
    let isReplied = false;
    const perform = async (): Promise<ServedOutcome> => {
      const reply = complete(await call.reply());
      isReplied = true;
      const [observed, sent] = observe(reply);
      resolve(observed);
      await sent;
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

function seenCall<Context>(call: ServedCall<Context>): AroundServedCall<Context> {
  const { route, request, path } = call;
  return {
    route,
    request: { method: request.method, url: path, header: (name) => request.header(name.toLowerCase()) },
    get caller() {
      return call.caller;
    },
    get arg() {
      return call.arg;
    },
  };
}

function kindOf({ body, headers }: ServerReply): ServedOutcome["kind"] {
  if (typeof body !== "string") {
    return "content";
  }
  return body === "" ? "empty" : headers["Content-Type"] === "application/json" ? "json" : "text";
}

/** The same reply, and a promise that is resolved when it has been handed over, or its content has ended in any way. */
function observe(reply: ServerReply): readonly [ServerReply, Promise<void>] {
  const { body } = reply;
  if (typeof body === "string") {
    return [reply, Promise.resolve()];
  }
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
