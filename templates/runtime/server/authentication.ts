import { attributeText, type RouteInfo } from "../routes/route.js";
import { badCall } from "./refusal.js";
import type { Binding } from "../routes/binding.js";
import { queryParameter, type ServerRequest } from "./request.js";

export interface AppCredentials {
  readonly key: string;
  readonly secret: string;
}

/** The information that a service needs to identify the caller. */
export interface AuthenticationRequest {
  readonly route: RouteInfo;
  /**
   * The kinds of authentication that the route accepts, such as `["app", "user"]`; empty if the specification does not
   * define them.
   */
  readonly kinds: readonly string[];
  /** The token, if there is one and the route accepts tokens. It may be a user token or a team token. */
  readonly token: string | undefined;
  /** The key and secret of an app, if the route accepts apps. They have not been verified. */
  readonly app: AppCredentials | undefined;
  /** The permission that the specification requires, if any. */
  readonly permission: string | undefined;
  /** The team member as whom the caller acts. It has not been verified that the token allows this. */
  readonly selectUser: string | undefined;
  /** The team administrator as whom the caller acts. It has not been verified that the token allows this. */
  readonly selectAdmin: string | undefined;
  /** Returns the value of a header, for services with other kinds of credentials. */
  readonly header: (name: string) => string | undefined;
}

/** The member or administrator as whom the caller acts. */
export interface Selection {
  readonly user: string | undefined;
  readonly admin: string | undefined;
}

/** Reads the headers that select a member or an administrator. `names` are the names of these headers. */
export function readSelection(
  names: { readonly user: string; readonly admin: string },
  request: ServerRequest,
): Selection {
  return { user: request.header(names.user), admin: request.header(names.admin) };
}

/** Returns why a route cannot be called with these select headers; undefined if it can. At most one of them is allowed. */
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

/** Reads the credentials that the route accepts. Throws a `Refusal` for ambiguous credentials. */
export function authenticationRequest(
  request: ServerRequest,
  query: string,
  route: RouteInfo,
  kinds: readonly string[],
  permission: string | undefined,
  selection: Selection,
): AuthenticationRequest {
  const [, scheme = "", credentials = ""] = /^(\S+) +(\S+)\s*$/.exec(readAuthorization(request, query, route)) ?? [];
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

/** Returns the challenge of a reply with status 401 (RFC 9110, section 11.6.1). */
export function challenge(kinds: readonly string[]): string {
  return kinds.length === 0 || kinds.some(isTokenKind) ? "Bearer" : 'Basic realm="app"';
}

/**
 * Returns the credentials from the header or the URL. Throws a `Refusal` if there are several, because they may belong to
 * different callers.
 */
function readAuthorization(request: ServerRequest, query: string, route: RouteInfo): string {
  const header = request.header("authorization");
  const parameter = authorizationParameter(query, route);
  if (header !== undefined && parameter !== undefined) {
    throw badCall(route, "the credentials are both in a header and in the URL");
  }
  const text = header ?? parameter ?? "";
  // Credentials of the supported schemes do not contain a comma, so this is a second header.
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
