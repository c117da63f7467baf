import { base64Text } from "../text/base64.js";
import type { ClientState } from "./core.js";
import { AuthenticationError } from "./errors.js";
import { authenticationKinds } from "../routes/route-attributes.js";
import type { RouteInfo } from "../routes/route.js";

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
  if (Object.keys(headers).some((name) => name.toLowerCase() === "authorization" && headers[name] !== undefined)) {
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
