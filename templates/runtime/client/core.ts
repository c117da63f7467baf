import { checkPlatform } from "./platform.js";
import { wrongKind } from "../codecs/options.js";
import type { Binding } from "../routes/binding.js";
import type { AnyErrorTags } from "../routes/error-summary.js";
import type { JsonText } from "../text/json.js";
import type { AttemptWatch, ParentOperation } from "./around.js";
import {
  type CallOptions,
  checkClientOptions,
  type ClientSettings,
  type ExtraHeaders,
  type TimeoutOptions,
  type TokenProvider,
} from "./options.js";
import { createPlaces, type EnterPlace } from "./places.js";
import { TimeoutError } from "./errors.js";
import { withTimeout } from "./signals.js";

/** Gets tokens from a provider for concurrent calls. `route` is the path of the route that is called. */
export interface TokenSource {
  /** Returns the current token; undefined if there is none. */
  get(route: string): Promise<string | undefined>;
  /** Returns a token that replaces a rejected one; undefined if there is no other. */
  renew(route: string, rejectedToken: string): Promise<string | undefined>;
}

/** How long calls wait for a provider, in milliseconds. Otherwise one that never answers would block the client for ever. */
const providerTimeout = 30_000;

/** Returns the tokens of a provider, which is not called again while it is running, unless it exceeds the timeout. */
export function tokenSource(provider: TokenProvider): TokenSource {
  type Token = string | undefined;
  let latest: Token;
  let asking: { readonly token: Promise<Token>; readonly rejectedToken: Token } | undefined;
  const ask = (route: string, rejectedToken?: string): Promise<Token> => {
    const expired = (limit: number): TimeoutError => new TimeoutError(route, limit, "no access token");
    const token = withTimeout(providerTimeout, undefined, expired, async () => provider(rejectedToken))
      // Without TypeScript, a provider may return anything.
      .then((token: unknown) => (latest = typeof token === "string" && token !== "" ? token : undefined))
      .finally(() => (asking = undefined));
    asking = { token, rejectedToken };
    return token;
  };
  return {
    get: (route) => asking?.token ?? ask(route),
    async renew(route, rejectedToken) {
      // A request that started before the rejection may return the same token again.
      while (asking !== undefined && asking.rejectedToken !== rejectedToken) {
        await asking.token;
      }
      // If many calls have the same old token, only the first calls the provider: the others share its result.
      const token =
        asking?.token ?? (latest !== undefined && latest !== rejectedToken ? latest : ask(route, rejectedToken));
      return (await token) === rejectedToken ? undefined : token;
    },
  };
}

/** The key of a client's state. It is a symbol, so that editors mainly suggest the routes of a client. */
export const clientState: unique symbol = /*#__PURE__*/ Symbol.for("ashlar.clientState");

/** The object that `call`, `upload` and `download` accept to call a single route. Every client is one. */
export interface ClientCore {
  readonly [clientState]: ClientState;
}

/** The state that all calls of a client share. */
export interface ClientState {
  readonly binding: Binding;
  /** A function, so that logging a client does not log secrets. */
  readonly options: () => ClientSettings;
  /** Undefined if the token is fixed or missing. */
  readonly tokens: TokenSource | undefined;
  /** Waits for a place among the requests in flight; undefined if their number is not limited. */
  readonly enter: EnterPlace | undefined;
}

/** A call, from its start to its reply: what all its steps share. */
export interface CallState<Options extends CallOptions<AnyErrorTags> = CallOptions<AnyErrorTags>> extends ClientState {
  readonly callOptions: Options;
  /** How long loading the route has taken, in milliseconds: the timeout of the first request is shorter by it. */
  loadingMs: number;
  /** Gives back the place among the requests in flight that the call has; undefined if it has none. */
  release?: (() => undefined) | undefined;
  /** The error with which the call ends instead of sending a request. */
  cancellation?: Error;
  /** Returns the watch for the attempts of a request; undefined if no functions are around the call. */
  watchAttempts?: () => AttemptWatch;
}

/** Returns the state of a new call. */
export function newCall<Options extends CallOptions<AnyErrorTags>>(
  core: ClientCore,
  callOptions: Options,
): CallState<Options> {
  return { ...core[clientState], callOptions, loadingMs: 0 };
}

/** The key of an operation in the options of its calls, which generated code hands on to `call` and `upload`. */
const operation: unique symbol = /*#__PURE__*/ Symbol("operation");

interface OperationOptions {
  readonly [operation]?: ParentOperation;
}

let operations = 0;

/**
 * Returns the options of all calls of a larger operation. They tell the functions around these calls which operation it is, and
 * when it has `ended`. Only the first call has the caller's idempotency key. They fit calls of any route: errors that `retry` lists
 * and a route does not have are never thrown.
 */
export function operationOptions(
  kind: ParentOperation["kind"],
  options: CallOptions<AnyErrorTags>,
  ended?: Promise<void>,
): CallOptions {
  const added: OperationOptions = { [operation]: { kind, id: String(++operations), ended } };
  return { ...(options as CallOptions), idempotencyKey: undefined, ...added };
}

/** Returns the larger operation to which a call with these options belongs. */
export function operationOf(options: CallOptions<AnyErrorTags> & OperationOptions): ParentOperation | undefined {
  return options[operation];
}

/** Returns the timeouts of a call, in milliseconds. */
export function timeLimits(client: ClientState, options: CallOptions<AnyErrorTags>): TimeoutOptions {
  const timeoutMs = options.timeoutMs ?? client.options().timeoutMs;
  return typeof timeoutMs === "object" ? timeoutMs : { totalMs: timeoutMs };
}

/**
 * Creates the core of a client. Throws a TypeError if the platform lacks a required global, if options are unknown, invalid
 * or mutually exclusive, and if there is no host.
 */
export function createClientCore(binding: Binding, options: ClientSettings): ClientCore {
  const settings = { ...options }; // a copy, because later changes to the caller's object would not be validated
  checkClientOptions(settings);
  checkPlatform(settings);
  checkValues(settings);
  if (settings.hosts === undefined && Object.keys(binding.hosts).length === 0) {
    throw wrongKind("The option hosts", "a string or an object", undefined);
  }
  const { accessToken, concurrency } = settings;
  const tokens = typeof accessToken === "function" ? tokenSource(accessToken) : undefined;
  const enter = concurrency === undefined ? undefined : createPlaces(concurrency);
  return { [clientState]: { binding, options: () => settings, tokens, enter } };
}

/**
 * Returns a copy of the core with some options changed. `headers` are added to those of the client; an undefined value removes
 * a header. Both cores share their tokens unless `accessToken` is changed, and the limit of requests in flight unless
 * `concurrency` is.
 */
export function changeOptions(core: ClientCore, changes: ClientSettings): ClientCore {
  const { binding, options, tokens, enter } = core[clientState];
  const headers = mergeHeaders(options().headers, changes.headers);
  const changed = createClientCore(binding, { ...options(), ...changes, headers });
  const shared = { ...(!("accessToken" in changes) && { tokens }), ...(!("concurrency" in changes) && { enter }) };
  return { [clientState]: { ...changed[clientState], ...shared } };
}

/** Merges extra headers. Names are case-insensitive: an added header replaces one with the same name. */
export function mergeHeaders(present: ExtraHeaders = {}, added: ExtraHeaders = {}): ExtraHeaders {
  const replaced = Object.keys(added).map((name) => name.toLowerCase());
  return { ...withoutHeaders(present, replaced), ...added };
}

/** Returns headers without those with certain names, which are in lower case. */
export function withoutHeaders(headers: ExtraHeaders, names: readonly string[]): ExtraHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())));
}

/** Returns the JSON text of an argument; `null` for undefined. */
export function writeJson(client: ClientState, value: unknown): string {
  return jsonText(client).stringify(value) ?? "null";
}

/** Returns the parser and writer of JSON that the client option `json` selects. */
export function jsonText(client: ClientState): JsonText {
  return client.options().json ?? JSON;
}

function checkValues({ hosts = {}, avoidPreflight, selectUser, selectAdmin }: ClientSettings): void {
  for (const base of typeof hosts === "string" ? [hosts] : Object.values(hosts)) {
    // Platforms reject credentials in a URL, and a path cannot follow a query. The message omits the URL: it may have a secret.
    if (base !== undefined && !/^(https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?|\/[^\s?#]*)$/i.test(base)) {
      throw new TypeError(
        "A host must be a URL such as https://api.example.com, or a path such as /api, without credentials, query or fragment",
      );
    }
  }
  // The select options need a header, which avoidPreflight does not allow.
  if ([selectUser !== undefined, selectAdmin !== undefined, avoidPreflight].filter(Boolean).length > 1) {
    throw new TypeError("Only one of selectUser, selectAdmin and avoidPreflight can be set");
  }
}
