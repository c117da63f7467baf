import type { AttemptWatch } from "./around-call.js";
import type { Authorization } from "./authorization.js";
import type { ClientState } from "./core.js";
import type { CallOptions, OutgoingRequest, Send } from "./options.js";
import { NetworkError } from "./errors.js";
import { requestHead, type Message } from "./request.js";
import type { RequestBody } from "./platform-types.js";

/** A request with its body, and how to read the response. */
export interface Exchange<T> extends Message {
  /** Returns a new body for each attempt; no body by default. */
  readonly body?: () => RequestBody | Promise<RequestBody>;
  /** Called when an attempt has ended and its body is no longer needed, although the platform may still be reading it. */
  readonly release?: () => void;
  /** Whether the request can be sent again, because `body` can be called more than once. */
  readonly isRepeatable: boolean;
  /** Whether the call can safely be performed twice. */
  readonly isIdempotent: boolean;
  /** Reads the response. Rejects with the error that the response represents. */
  readonly read: (response: Response) => Promise<T>;
  /** Sends the request in another way than `send`, which it receives and may call. By default, only `send` is called. */
  readonly transmit?: (request: OutgoingRequest, send: Send) => Promise<Response>;
  /** Returns the error that has ended the attempt, if the network has not. */
  readonly failure?: () => Error | undefined;
}

/** Sends a request once and reads the response. `attempt` counts from 1. */
export async function attemptOnce<T>(
  client: ClientState,
  plan: Exchange<T>,
  options: CallOptions,
  credentials: Authorization,
  attempt: number,
  signal: AbortSignal | undefined,
  watch: AttemptWatch | undefined,
): Promise<T> {
  const { route } = plan;
  const { url, headers } = requestHead(client, plan, credentials, options);
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
  const response = await sender(client, plan)({ route, attempt, url, init });
  watch?.({ status: response.status });
  return plan.read(response);
}

/** Sends a request through all interceptors, and then with the platform's `fetch`. */
function sender<T>(client: ClientState, plan: Exchange<T>): Send {
  // `globalThis.fetch` is read for each call, because tests and tracing replace it. Browsers refuse to call it as a method.
  const { interceptors = [], fetch = globalThis.fetch } = client.options();
  const send: Send = ({ url, init }) => fetch(url, init);
  const transmit: Send = async (request) => {
    try {
      return await (plan.transmit === undefined ? send(request) : plan.transmit(request, send));
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
