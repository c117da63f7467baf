import type { Authorization } from "./authorization.js";
import { mergeHeaders, type ClientState } from "./core.js";
import type { CallOptions, ExtraHeaders } from "./options.js";
import { own } from "../codecs/composites.js";
import { attributeText, authenticationKinds } from "../routes/route-attributes.js";
import type { RouteInfo } from "../routes/route.js";

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
export function requestHead(
  client: ClientState,
  message: Message,
  { header: authorization }: Authorization,
  options: CallOptions,
): RequestHead {
  const { binding } = client;
  const settings = client.options();
  const { route } = message;
  const avoidsPreflight = settings.avoidPreflight === true;
  const parameters = [...(message.parameters ?? [])];
  const headers = new Headers();
  if (message.contentType !== undefined) {
    setHeader(headers, "Content-Type", avoidsPreflight ? binding.preflightFreeType : message.contentType);
  }
  if (isOfUser(client, route)) {
    setHeaders(headers, {
      [binding.headers.selectUser]: settings.selectUser,
      [binding.headers.selectAdmin]: settings.selectAdmin,
    });
  }
  setHeaders(headers, message.headers);
  setHeaders(headers, mergeHeaders(settings.headers, callHeaders(client, options)));
  if (!avoidsPreflight) {
    setHeaders(headers, { Authorization: authorization });
  } else {
    if (authorization !== undefined) {
      parameters.push(`authorization=${encodeURIComponent(authorization)}`);
    }
    parameters.push("reject_cors_preflight=true"); // the service rejects a preflight request, which would be a mistake
  }
  const url = `${baseUrl(client, route)}${binding.prefix}${route.path}?${parameters.join("&")}`;
  return { url: url.replace(/\?$/, ""), headers };
}

function baseUrl(client: ClientState, route: RouteInfo): string {
  const { binding } = client;
  const { hosts } = client.options();
  const host = attributeText(route, binding.attributes.host) ?? "";
  const base =
    typeof hosts === "string" ? hosts : ((own(hosts ?? {}, host) ?? own(binding.hosts, host)) as string | undefined);
  if (base === undefined) {
    throw new TypeError(`${route.path} needs the client option hosts to have a URL for ${JSON.stringify(host)}`);
  }
  return base.replace(/\/+$/, "");
}

/** Returns whether a route can be called as a member of a team, which only user routes can. */
function isOfUser({ binding }: ClientState, route: RouteInfo): boolean {
  const kinds = authenticationKinds(binding, route);
  return kinds.length === 0 || kinds.includes("user");
}

/** Returns the extra headers of a call, without the reserved ones. */
function callHeaders({ binding }: ClientState, { headers = {} }: CallOptions): ExtraHeaders {
  const reserved = ["authorization", "content-type", binding.headers.arg.toLowerCase()];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !reserved.includes(name.toLowerCase())));
}

function setHeaders(headers: Headers, extra: ExtraHeaders | undefined): void {
  for (const [name, value] of Object.entries(extra ?? {})) {
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
