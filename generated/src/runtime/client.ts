import type { Binding } from "./binding.js";
import { callOf, type Call, type Reply } from "./call.js";
import { NetworkError, type ErrorResponse } from "./errors.js";
import { parseJson, stringifyJson } from "./json.js";
import { readReply } from "./reply.js";
import { requestHeaders } from "./request-headers.js";
import { attributeText } from "./route-attributes.js";
import type { Route, RouteInfo } from "./route.js";

/** Headers by their name; those that are undefined are left out. */
export type ExtraHeaders = Readonly<Record<string, string | undefined>>;

export interface ClientOptions {
  /**
   * The base URL of each host that the specification names, such as `{ api: "https://api.example.com" }`, or one for
   * all of them. In a browser it may be a path, which is taken from the page's own host.
   */
  readonly hosts: string | Readonly<Record<string, string>>;
  /** The token of a user or a team, or what gives it: that is asked before every request. */
  readonly accessToken?: string | (() => string | Promise<string>) | undefined;
  /** With `appSecret`, for routes that an app may call on its own behalf. */
  readonly appKey?: string | undefined;
  readonly appSecret?: string | undefined;
  /** By default the platform's own. */
  readonly fetch?: typeof fetch | undefined;
  /** Sent with every request. They replace those that the client sets, `Authorization` too. */
  readonly headers?: ExtraHeaders | undefined;
  /** Read integers beyond ±(2^53-1) as `bigint`. By default a result that has one is refused: it would be rounded. */
  readonly exactIntegers?: boolean | undefined;
}

export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Sent with this request. `Authorization`, `Content-Type` and the header of the argument are left out: they are ours. */
  readonly headers?: ExtraHeaders | undefined;
}

/** What all calls of a client share. */
export interface ClientCore {
  readonly binding: Binding;
  readonly options: ClientOptions;
}

/** A route as a client needs it: only what it writes and what it reads matters. */
export type CallableRoute<ArgInput, Result, E> = Route<ArgInput, Result, E, unknown, never, never>;

/** Makes the core of a client. Throws a TypeError for a host that is no URL. */
export function createClientCore(binding: Binding, options: ClientOptions): ClientCore {
  const { hosts } = options;
  for (const base of typeof hosts === "string" ? [hosts] : Object.values(hosts)) {
    if (!/^(https?:\/\/|\/)/i.test(base)) {
      throw new TypeError(`A host must be a URL such as https://api.example.com, not ${JSON.stringify(base)}`);
    }
  }
  return { binding, options };
}

/**
 * Calls a route: the request is on its way when this returns, once for all views of the call. An argument that does not
 * fit its type rejects with an `EncodeError`, before anything is sent.
 */
export function call<ArgInput, Result, E>(
  core: ClientCore,
  route: CallableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  options: CallOptions = {},
): Call<Result, E> {
  return callOf(perform(core, route, arg, options));
}

async function perform<ArgInput, Result, E>(
  core: ClientCore,
  route: CallableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  options: CallOptions,
): Promise<Reply<Result>> {
  options.signal?.throwIfAborted();
  const style = attributeText(route, core.binding.attributes.style) ?? "rpc";
  if (style !== "rpc") {
    throw new TypeError(`${route.path} is of the style ${style}: call() is for rpc routes only`);
  }
  const url = `${baseUrl(core, route)}${core.binding.prefix}${route.path}`;
  const body = route.hasArg ? stringifyJson(route.encodeArg(arg)) : null;
  const contentType = body === null ? undefined : "application/json";
  const headers = await untilAborted(requestHeaders(core, route, contentType, options.headers), options.signal);
  const request = { method: "POST", headers, body, signal: options.signal ?? null };
  const response = await exchange(core, route, url, request);
  return readReply(route, response, core.options.exactIntegers === true ? parseJson : JSON.parse);
}

function baseUrl(core: ClientCore, route: RouteInfo): string {
  const { hosts } = core.options;
  const host = attributeText(route, core.binding.attributes.host) ?? "";
  const base = typeof hosts === "string" ? hosts : Object.hasOwn(hosts, host) ? hosts[host] : undefined;
  if (base === undefined) {
    throw new TypeError(`${route.path} needs the client option hosts to have a URL for ${JSON.stringify(host)}`);
  }
  return base.replace(/\/+$/, "");
}

async function exchange(core: ClientCore, route: RouteInfo, url: string, request: RequestInit): Promise<ErrorResponse> {
  // Looked up for each call, as tests and tracing replace it; not called as a method, which browsers refuse.
  const fetch = core.options.fetch ?? globalThis.fetch;
  try {
    const response = await fetch(url, request);
    return { status: response.status, headers: response.headers, body: await response.text() };
  } catch (cause) {
    request.signal?.throwIfAborted(); // that was the caller's own wish
    throw new NetworkError(route.path, cause);
  }
}

/** The same promise, but ended by the signal. Rejects with the signal's reason. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) {
    return work;
  }
  const ended = new AbortController();
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true, signal: ended.signal });
  });
  try {
    await Promise.race([work, aborted]);
    signal.throwIfAborted();
    return await work;
  } finally {
    ended.abort();
  }
}
