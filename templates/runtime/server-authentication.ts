import type { RouteInfo } from "./route.js";
import type { ServerRequest } from "./server-request.js";

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
  /** The value of a header, for services with credentials of another kind. */
  readonly header: (name: string) => string | undefined;
}

/** Reads the credentials of a request, leaving out those that the route does not accept. */
export function authenticationRequest(
  request: ServerRequest,
  route: RouteInfo,
  kinds: readonly string[],
): AuthenticationRequest {
  const [, scheme = "", credentials = ""] = /^(\S+) +(\S+)\s*$/.exec(request.header("authorization") ?? "") ?? [];
  const is = (wanted: string): boolean => scheme.toLowerCase() === wanted;
  return {
    route,
    kinds,
    token: is("bearer") && (kinds.length === 0 || kinds.some(isTokenKind)) ? credentials : undefined,
    app: is("basic") && kinds.includes("app") ? appCredentials(credentials) : undefined,
    header: (name) => request.header(name.toLowerCase()),
  };
}

/** What a 401 must tell the caller to send (RFC 9110, section 11.6.1). */
export function challenge(kinds: readonly string[]): string {
  return kinds.length === 0 || kinds.some(isTokenKind) ? "Bearer" : 'Basic realm="app"';
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
