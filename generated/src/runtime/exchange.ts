import { authorization, type Authorization } from "./authorization.js";
import type { ClientCore } from "./client-core.js";
import type { CallOptions, OutgoingRequest, Send, TimeoutOptions } from "./client-options.js";
import { isApiError, NetworkError, TimeoutError, type ErrorResponse } from "./errors.js";
import { parseJson } from "./json.js";
import { unreadable } from "./reply.js";
import { requestHead, type Message } from "./request.js";
import { pauseBeforeRetry } from "./retry.js";
import { attributeText } from "./route-attributes.js";
import type { RouteInfo } from "./route.js";
import { pause, within } from "./time-limit.js";

/** A request with its body, and what is to be made of the reply. */
export interface Exchange<T> extends Message {
  /** Makes the body, for each attempt anew; by default there is none. */
  readonly body?: () => BodyInit | Promise<BodyInit>;
  /** Whether `body` can be called more than once. */
  readonly isRepeatable: boolean;
  /** Whether performing the call twice does no harm. */
  readonly isSafe: boolean;
  /** Reads the response. Rejects with the error that it stands for. */
  readonly read: (response: Response) => Promise<T>;
  /** Sends a request in place of `send`, or with its help. */
  readonly transmit?: (request: OutgoingRequest, send: Send) => Promise<Response>;
}

/**
 * Sends a request and reads the reply; after failures that may pass, more than once. Rejects with the errors of
 * `CallError`, with what the caller's signal was aborted with, and with what the provider of tokens rejects with.
 */
export async function exchange<T>(core: ClientCore, plan: Exchange<T>, options: CallOptions): Promise<T> {
  const limits = timeLimits(core, options);
  const expired = (milliseconds: number): TimeoutError => new TimeoutError(plan.route.path, milliseconds);
  const deadline = Date.now() + (limits.total ?? Infinity);
  return within(limits.total, options.signal, expired, async (signal) => {
    let attempt = 1;
    let renewed: string | undefined;
    for (;;) {
      const granted = await authorization(core, plan.route, renewed);
      const send = (signal: AbortSignal | undefined): Promise<T> =>
        attemptOnce(core, plan, options, granted, attempt, signal);
      try {
        return await within(limits.attempt, signal, expired, send);
      } catch (thrown) {
        if (!plan.isRepeatable) {
          throw thrown;
        }
        if (renewed === undefined && isRefusal(thrown)) {
          renewed = await anotherToken(core, granted.token);
          if (renewed !== undefined) {
            attempt++;
            continue;
          }
        }
        const wait = pauseBeforeRetry(thrown, attempt, plan.isSafe, options.retry ?? core.options.retry);
        if (wait === undefined || Date.now() + wait >= deadline) {
          throw thrown;
        }
        await pause(wait, signal);
        attempt++;
      }
    }
  });
}

async function attemptOnce<T>(
  core: ClientCore,
  plan: Exchange<T>,
  options: CallOptions,
  granted: Authorization,
  attempt: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  const { route } = plan;
  const { url, headers } = requestHead(core, plan, granted, options);
  // A redirect is not followed: no service of this kind has one, and it would take the token elsewhere.
  const init = {
    method: "POST",
    headers,
    redirect: "manual",
    signal: signal ?? null,
    ...(await bodyOf(plan)),
  } as const;
  return plan.read(await sender(core, plan)({ route, attempt, url, init }));
}

/** The limits of a call, in milliseconds. */
export function timeLimits(core: ClientCore, options: CallOptions): TimeoutOptions {
  const timeout = options.timeout ?? core.options.timeout;
  return typeof timeout === "object" ? timeout : { total: timeout };
}

/** What reads JSON for a client. */
export function jsonReader(core: ClientCore): (text: string) => unknown {
  return core.options.exactIntegers === true ? parseJson : JSON.parse;
}

/**
 * The whole response, its body as text. Rejects with a {@link NetworkError} if that breaks off, and with a
 * `ProtocolError` for a result that is no UTF-8: read all the same, it would have other names than were sent.
 */
export async function wholeResponse(route: RouteInfo, response: Response): Promise<ErrorResponse> {
  const { status, headers, ok } = response;
  const bytes = await response.arrayBuffer().catch((cause: unknown) => {
    throw new NetworkError(route.path, cause, { status, headers, body: "" });
  });
  try {
    return { status, headers, body: new TextDecoder("utf-8", { fatal: ok }).decode(bytes) };
  } catch (cause) {
    throw unreadable(route.path, { status, headers, body: new TextDecoder().decode(bytes) }, "result", cause);
  }
}

/** Refuses a route that is to be called in another way. */
export function checkStyle(core: ClientCore, route: RouteInfo, style: string, caller: string): void {
  const actual = attributeText(route, core.binding.attributes.style) ?? "rpc";
  if (actual !== style) {
    throw new TypeError(`${route.path} is of the style ${actual}: ${caller}() is for those of the style ${style}`);
  }
}

async function bodyOf<T>(plan: Exchange<T>): Promise<{ readonly body: BodyInit | null }> {
  const body = (await plan.body?.()) ?? null;
  // Who sends a stream must say that the reply comes only after it: the standard knows no other way yet.
  return body instanceof ReadableStream ? { body, ...{ duplex: "half" } } : { body };
}

/** What sends a request: the platform, behind all interceptors. */
function sender<T>(core: ClientCore, plan: Exchange<T>): Send {
  const { interceptors = [], fetch: given } = core.options;
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

function isRefusal(thrown: unknown): boolean {
  return isApiError(thrown) && thrown.name === "AuthenticationError" && thrown.status === 401;
}

/** A token in place of one that the service has refused; undefined if there is none. */
async function anotherToken(core: ClientCore, refused: string | undefined): Promise<string | undefined> {
  const token = refused === undefined ? undefined : await core.tokens?.renew(refused);
  return token === refused ? undefined : token;
}
