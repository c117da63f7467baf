import type { Authorization } from "./authorization.js";
import { mergeHeaders, writeJson, type ClientState } from "./core.js";
import type { CallOptions, ExtraHeaders } from "./options.js";
import { headerSafe } from "../text/json.js";
import { attributeText, authenticationKinds } from "../routes/route-attributes.js";
import type { RouteInfo } from "../routes/route.js";

/** What a call sends, besides what its route and the options of the client say. */
export interface Message {
  readonly route: RouteInfo;
  /** The JSON of an argument that does not travel in the body. */
  readonly arg?: unknown;
  /** The type of the body, if there is one. */
  readonly contentType?: string;
  /** Headers of this style of call. */
  readonly headers?: ExtraHeaders;
}

/** The headers and the URL of a request. */
export interface RequestHead {
  readonly url: string;
  readonly headers: Headers;
}

/**
 * Where a request goes and what it says of itself. The client's extra headers may replace our own, those of the call may
 * not. Throws a TypeError for what no header can carry, and if there is no URL for the route's host.
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
  const isCrossSite = settings.crossSite === true;
  const parameters: string[] = [];
  const headers = new Headers();
  if (message.contentType !== undefined) {
    setHeader(headers, "Content-Type", isCrossSite ? binding.crossSiteType : message.contentType);
  }
  if ("arg" in message) {
    if (isCrossSite) {
      parameters.push(`arg=${encodeURIComponent(writeJson(client, message.arg))}`);
    } else {
      setHeader(headers, binding.headers.arg, headerSafe(writeJson(client, message.arg)));
    }
  }
  if (isOfUser(client, route)) {
    setHeaders(headers, {
      [binding.headers.selectUser]: settings.selectUser,
      [binding.headers.selectAdmin]: settings.selectAdmin,
    });
  }
  setHeaders(headers, message.headers);
  setHeaders(headers, mergeHeaders(settings.headers, callHeaders(client, options)));
  if (authorization !== undefined && !headers.has("Authorization")) {
    if (isCrossSite) {
      parameters.push(`authorization=${encodeURIComponent(authorization)}`);
    } else {
      setHeader(headers, "Authorization", authorization);
    }
  }
  if (isCrossSite) {
    parameters.push("reject_cors_preflight=true"); // should it not work out, the service says so at once
  }
  const query = parameters.length === 0 ? "" : `?${parameters.join("&")}`;
  return { url: `${baseUrl(client, route)}${binding.prefix}${route.path}${query}`, headers };
}

function baseUrl(client: ClientState, route: RouteInfo): string {
  const { binding } = client;
  const { hosts } = client.options();
  const host = attributeText(route, binding.attributes.host) ?? "";
  const base = typeof hosts === "string" ? hosts : (own(hosts, host) ?? own(binding.hosts, host));
  if (base === undefined) {
    throw new TypeError(`${route.path} needs the client option hosts to have a URL for ${JSON.stringify(host)}`);
  }
  return base.replace(/\/+$/, "");
}

/** Only what users do can be done for a member of a team: the other calls are the team's own. */
function isOfUser({ binding }: ClientState, route: RouteInfo): boolean {
  const kinds = authenticationKinds(binding, route);
  return kinds.length === 0 || kinds.includes("user");
}

function own(record: Readonly<Record<string, string | undefined>> | undefined, name: string): string | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The extra headers of a call, without those that are not its to change. */
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

/** Refuses what `Headers` would cut off or not say clearly. The message leaves the value out: it may be a secret. */
function setHeader(headers: Headers, name: string, value: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw new TypeError(`${JSON.stringify(name)} is no name for a header`);
  }
  const unfit = /[^\t\x20-\x7e\x80-\xff]/.exec(value)?.[0].charCodeAt(0);
  if (unfit !== undefined) {
    const unit = unfit.toString(16).toUpperCase().padStart(4, "0");
    throw new TypeError(`The value for the header ${name} has the character U+${unit}, which no header can carry`);
  }
  headers.set(name, value);
}
