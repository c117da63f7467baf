import type { Authorization } from "./authorization.js";
import type { ClientState } from "./core.js";
import type { CallOptions, OutgoingRequest, Send } from "./options.js";
import { NetworkError } from "./errors.js";
import { requestHead, type Message } from "./request.js";
import type { RequestBody } from "./platform-types.js";
import { isReadableStream } from "./is-readable-stream.js";

/** A request with its body, and what is to be made of the reply. */
export interface Exchange<T> extends Message {
  /** Makes the body, for each attempt anew; by default there is none. */
  readonly body?: () => RequestBody | Promise<RequestBody>;
  /** Whether `body` can be called more than once. */
  readonly isRepeatable: boolean;
  /** Whether performing the call twice does no harm. */
  readonly isIdempotent: boolean;
  /** Reads the response. Rejects with the error that it stands for. */
  readonly read: (response: Response) => Promise<T>;
  /** Sends a request in place of `send`, or with its help. */
  readonly transmit?: (request: OutgoingRequest, send: Send) => Promise<Response>;
}

/** Sends a request once and reads the reply. `attempt` is the number of this attempt, from 1. */
export async function attemptOnce<T>(
  client: ClientState,
  plan: Exchange<T>,
  options: CallOptions,
  granted: Authorization,
  attempt: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  const { route } = plan;
  const { url, headers } = requestHead(client, plan, granted, options);
  // A redirect is not followed: no service of this kind has one, and it would take the token elsewhere.
  const init = {
    method: "POST",
    headers,
    redirect: "manual",
    signal: signal ?? null,
    ...(await bodyOf(plan)),
  } as const;
  return plan.read(await sender(client, plan)({ route, attempt, url, init }));
}

async function bodyOf<T>(plan: Exchange<T>): Promise<{ readonly body: RequestBody | null }> {
  const body = (await plan.body?.()) ?? null;
  // The standard demands that a request with a stream says that its response comes after the whole stream.
  return isReadableStream(body) ? { body, ...{ duplex: "half" } } : { body };
}

/** Sends a request through all interceptors, and then by the platform. */
function sender<T>(client: ClientState, plan: Exchange<T>): Send {
  const { interceptors = [], fetch: given } = client.options();
  // Looked up for each call, as tests and tracing replace it; not called as a method, which browsers refuse.
  const fetch = given ?? globalThis.fetch;
  const send: Send = ({ url, init }) => fetch(url, init);
  const transmit: Send = async (request) => {
    try {
      return await (plan.transmit === undefined ? send(request) : plan.transmit(request, send));
    } catch (cause) {
      throw new NetworkError(plan.route.path, cause);
    }
  };
  return interceptors.reduceRight<Send>((next, interceptor) => (request) => interceptor(request, next), transmit);
}
