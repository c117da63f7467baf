import { attributeText } from "../routes/route-attributes.js";
import { badCall } from "./bad-call.js";
import type { Binding } from "../routes/binding.js";
import type { RouteInfo } from "../routes/route.js";
import type { ServedRoute } from "./served-route.js";
import type { ServerRequest } from "./request.js";
import { queryParameter } from "./url.js";

export interface AppCredentials {
  readonly key: string;
  readonly secret: string;
}

/** What a service decides by who is calling. */
export interface AuthenticationRequest {
  readonly route: RouteInfo;
  /** The ways of authentication that the route accepts, such as `["app", "user"]`; none if its specification is silent. */
  readonly kinds: readonly string[];
  /** The token, if there is one and the route accepts tokens. Whether it is a user's or a team's, the service knows. */
  readonly token: string | undefined;
  /** What an app says of itself, if the route accepts apps. It is not checked yet. */
  readonly app: AppCredentials | undefined;
  /** What the specification says that an app must be allowed to do, if it does. */
  readonly permission: string | undefined;
  /** The member of the team whom the caller wants to act as. That the token allows it is not checked yet. */
  readonly selectUser: string | undefined;
  /** The administrator of the team whom the caller wants to act as. That the token allows it is not checked yet. */
  readonly selectAdmin: string | undefined;
  /** The value of a header, for services with credentials of another kind. */
  readonly header: (name: string) => string | undefined;
}

/** Whom a caller wants to act as. */
export interface Selection {
  readonly user: string | undefined;
  readonly admin: string | undefined;
}

/** What a request has in the headers that select somebody. */
export function selectionOf({ selectHeaders: { user, admin } }: ServedRoute, request: ServerRequest): Selection {
  return { user: request.header(user), admin: request.header(admin) };
}

/** Why the route cannot be called with these select headers, at most one of which is allowed; undefined if it can. */
export function selectionProblem(
  binding: Binding,
  route: RouteInfo,
  kinds: readonly string[],
  { user, admin }: Selection,
): string | undefined {
  const { selectUser, selectAdmin } = binding.headers;
  if (user !== undefined && admin !== undefined) {
    return `${selectUser} and ${selectAdmin} cannot be sent together`;
  }
  if (user !== undefined && !kinds.includes("user")) {
    return `${selectUser} is not accepted here`;
  }
  if (admin === undefined) {
    return undefined;
  }
  const forAdmins = attributeText(route, binding.attributes.selectAdmin) ?? "";
  if (forAdmins !== "" && forAdmins !== "false") {
    return undefined;
  }
  const alternative = kinds.includes("user") ? `, ${selectUser} is` : "";
  return `${selectAdmin} is not accepted here${alternative}`;
}

/** Reads the credentials of a request, leaving out those that the route does not accept. Throws a `Refusal`. */
export function authenticationRequest(
  request: ServerRequest,
  query: string,
  route: RouteInfo,
  kinds: readonly string[],
  permission: string | undefined,
  selection: Selection,
): AuthenticationRequest {
  const [, scheme = "", credentials = ""] = /^(\S+) +(\S+)\s*$/.exec(authorizationOf(request, query, route)) ?? [];
  const is = (wanted: string): boolean => scheme.toLowerCase() === wanted;
  return {
    route,
    kinds,
    token: is("bearer") && (kinds.length === 0 || kinds.some(isTokenKind)) ? credentials : undefined,
    app: is("basic") && kinds.includes("app") ? appCredentials(credentials) : undefined,
    permission,
    selectUser: selection.user,
    selectAdmin: selection.admin,
    header: (name) => request.header(name.toLowerCase()),
  };
}

/** What a 401 must tell the caller to send (RFC 9110, section 11.6.1). */
export function challenge(kinds: readonly string[]): string {
  return kinds.length === 0 || kinds.some(isTokenKind) ? "Bearer" : 'Basic realm="app"';
}

/** The credentials, from wherever they are. Two of them may belong to two callers: neither is believed. */
function authorizationOf(request: ServerRequest, query: string, route: RouteInfo): string {
  const header = request.header("authorization");
  const parameter = authorizationParameter(query, route);
  if (header !== undefined && parameter !== undefined) {
    throw badCall(route, "the credentials are both in a header and in the URL");
  }
  const text = header ?? parameter ?? "";
  // No scheme that we read has a comma in its credentials, so this is a second header.
  if (text.includes(",") && /^(bearer|basic)\s.*,/is.test(text)) {
    throw badCall(route, "there are two Authorization headers");
  }
  return text;
}

function authorizationParameter(query: string, route: RouteInfo): string | undefined {
  try {
    return queryParameter(query, "authorization");
  } catch (thrown) {
    throw badCall(route, `the URL parameter authorization ${thrown instanceof Error ? thrown.message : ""}`);
  }
}

function isTokenKind(kind: string): boolean {
  return kind !== "app" && kind !== "noauth";
}

function appCredentials(base64: string): AppCredentials | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
    const [, key, secret] = /^([^:]*):(.*)$/s.exec(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) ?? [];
    return key === undefined || secret === undefined ? undefined : { key, secret };
  } catch {
    return undefined;
  }
}
