import { own } from "../codecs/composites.js";
import type { Binding } from "../routes/binding.js";
import { attributeText, authenticationKinds, type RouteInfo } from "../routes/route.js";
import { base64Text } from "../text/bytes.js";
import { headerSafe } from "../text/json.js";
import { mergeHeaders, withoutHeaders, writeJson, type CallState, type ClientState } from "./core.js";
import { AuthenticationError } from "./errors.js";
import type { ExtraHeaders } from "./options.js";

/** The parts of a request that depend on the call, not on the route or the client. */
export interface Message {
  readonly route: RouteInfo;
  /** The content type of the body, if there is a body. */
  readonly contentType?: string;
  /** The headers of this style of call. */
  readonly headers?: ExtraHeaders;
  /** The parameters in the URL, such as `arg=%7B%7D`. */
  readonly parameters?: readonly string[];
}

/** The headers and the URL of a request. */
export interface RequestHead {
  readonly url: string;
  readonly headers: Headers;
}

/**
 * Returns the URL and the headers of a request. The client's extra headers may override the built-in ones, but the call's may
 * not. Throws a TypeError for an invalid header, and if there is no URL for the route's host.
 */
export function requestHead(state: CallState, message: Message, { header: authorization }: Authorization): RequestHead {
  const { binding, callOptions } = state;
  const settings = state.options();
  const { route } = message;
  const avoidsPreflight = settings.avoidPreflight === true;
  const parameters = [...(message.parameters ?? [])];
  const headers = new Headers();
  if (message.contentType !== undefined) {
    setHeader(headers, "Content-Type", avoidsPreflight ? binding.preflightFreeType : message.contentType);
  }
  if (isOfUser(binding, route)) {
    setHeaders(headers, {
      [binding.headers.selectUser]: settings.selectUser,
      [binding.headers.selectAdmin]: settings.selectAdmin,
    });
  }
  setHeaders(headers, message.headers);
  const reserved = ["authorization", "content-type", binding.headers.arg.toLowerCase()];
  setHeaders(headers, mergeHeaders(settings.headers, withoutHeaders(callOptions.headers ?? {}, reserved)));
  if (!avoidsPreflight) {
    setHeaders(headers, { Authorization: authorization });
  } else {
    if (authorization !== undefined) {
      parameters.push(`authorization=${encodeURIComponent(authorization)}`);
    }
    parameters.push("reject_cors_preflight=true"); // the service rejects a preflight request, which would be a mistake
  }
  const url = `${baseUrl(state, route)}${binding.prefix}${route.path}?${parameters.join("&")}`;
  return { url: url.replace(/\?$/, ""), headers };
}

function baseUrl({ binding, options }: ClientState, route: RouteInfo): string {
  const { hosts } = options();
  const host = attributeText(route, binding.attributes.host) ?? "";
  const base =
    typeof hosts === "string" ? hosts : ((own(hosts ?? {}, host) ?? own(binding.hosts, host)) as string | undefined);
  if (base === undefined) {
    throw new TypeError(`${route.path} needs the client option hosts to have a URL for ${JSON.stringify(host)}`);
  }
  return base.replace(/\/+$/, "");
}

/** Returns whether a route can be called as a member of a team, which only user routes can. */
function isOfUser(binding: Binding, route: RouteInfo): boolean {
  const kinds = authenticationKinds(binding, route);
  return kinds.length === 0 || kinds.includes("user");
}

function setHeaders(headers: Headers, extra: ExtraHeaders = {}): void {
  for (const [name, value] of Object.entries(extra)) {
    if (value !== undefined) {
      setHeader(headers, name, value);
    }
  }
}

/**
 * Rejects values that `Headers` would truncate or report unclearly. The message omits the value, which may be a secret.
 */
function setHeader(headers: Headers, name: string, value: string): void {
  const unfit = /[^\t\x20-\x7e\x80-\xff]/.exec(value)?.[0].charCodeAt(0);
  if (unfit !== undefined) {
    const unit = unfit.toString(16).toUpperCase().padStart(4, "0");
    throw new TypeError(`The value of the header ${name} contains U+${unit}, which is not allowed in headers`);
  }
  headers.set(name, value);
}

/**
 * Adds the argument of an upload or a download to its request, whose body cannot contain it: in a header, or in the URL to
 * avoid preflight requests.
 */
export function withArgument<Sent extends Message>(client: ClientState, message: Sent, arg: unknown): Sent {
  const json = writeJson(client, arg);
  if (client.options().avoidPreflight === true) {
    return { ...message, parameters: [`arg=${encodeURIComponent(json)}`] };
  }
  return { ...message, headers: { [client.binding.headers.arg]: headerSafe(json), ...message.headers } };
}

/** The credentials of a request. */
export interface Authorization {
  /** The value of the `Authorization` header; absent if none is needed. */
  readonly header?: string;
  /** The token in that header, if it has one. */
  readonly token?: string;
}

/**
 * Returns the credentials for a route: a token if the route accepts one and the client has one, otherwise the key and secret
 * of the app. Empty if the route needs none, or if the client options set the `Authorization` header themselves. `renewed` is
 * a token that replaces the current one. Rejects with an {@link AuthenticationError} if the client has no credentials that
 * the route accepts or the token provider returns none, and with the errors of the token provider.
 */
export async function authorization(client: ClientState, route: RouteInfo, renewed?: string): Promise<Authorization> {
  const { accessToken, appKey, appSecret, headers = {} } = client.options();
  if (Object.entries(headers).some(([name, value]) => /^authorization$/i.test(name) && value !== undefined)) {
    return {};
  }
  const kinds = authenticationKinds(client.binding, route);
  if (kinds.length === 0 || kinds.some(needsToken)) {
    const token = renewed ?? (typeof accessToken === "string" ? accessToken : await client.tokens?.get(route.path));
    if (token !== undefined && token !== "") {
      return { header: `Bearer ${token}`, token };
    }
  }
  if (kinds.includes("app") && appKey !== undefined && appSecret !== undefined) {
    return { header: `Basic ${base64Text(`${appKey}:${appSecret}`)}` };
  }
  if (kinds.includes("noauth") || (kinds.length === 0 && typeof accessToken !== "function")) {
    return {};
  }
  const needed = new Set(kinds.map((kind) => (kind === "app" ? "appKey and appSecret" : accessTokenText)));
  const names = [...needed].join(", or ") || accessTokenText;
  const message = `${route.path} needs ${names} in the client options`;
  throw new AuthenticationError(route.path, undefined, message);
}

const accessTokenText = "a non-empty accessToken";

function needsToken(kind: string): boolean {
  return kind !== "app" && kind !== "noauth";
}

/** Whether a call can be performed twice without harm, and the header with its idempotency key, if it has one. */
interface Idempotence {
  readonly isIdempotent: boolean;
  readonly headers: ExtraHeaders;
}

/** What is used of `globalThis`; its property `crypto` is optional here because some platforms do not have it. */
interface WithRandomIds {
  readonly crypto?: { readonly randomUUID?: () => string };
}

/**
 * Returns the idempotence of a call. It is determined once, because attempts send the same key. Throws a TypeError
 * for a key that would not be sent.
 */
export function idempotence(
  { callOptions, options }: CallState,
  { path, idempotencyHeader: header, isIdempotent = false }: RouteInfo,
): Idempotence {
  const { idempotent, idempotencyKey: key } = callOptions;
  const hasKeys = header !== undefined && options().avoidPreflight !== true;
  if (key !== undefined && !hasKeys) {
    throw new TypeError(`${path} has no idempotency keys${header === undefined ? "" : " with avoidPreflight"}`);
  }
  // `randomUUID` is missing in React Native, and on pages not loaded over HTTPS. There, a call to which no key was given is
  // retried under the same conditions as a call of a route without keys.
  const sent = hasKeys ? (key ?? (globalThis as WithRandomIds).crypto?.randomUUID?.()) : undefined;
  return {
    isIdempotent: idempotent ?? (isIdempotent || sent !== undefined),
    headers: header === undefined ? {} : { [header]: sent },
  };
}
