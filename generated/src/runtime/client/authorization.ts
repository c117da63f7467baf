import { base64 } from "../text/base64.js";
import type { ClientState } from "./core.js";
import { AuthenticationError } from "./errors.js";
import { authenticationKinds } from "../routes/route-attributes.js";
import type { RouteInfo } from "../routes/route.js";

/** What a request is authorized with. */
export interface Authorization {
  /** The value of the header `Authorization`; absent where none is needed. */
  readonly header?: string;
  /** The token in it, if it is one. */
  readonly token?: string;
}

/**
 * The authorization for a route: of the ways that it accepts, a token goes before the key and secret of the app. Nothing
 * is needed where the client has a header of its own. `renewed` is a token to be used instead of the present one. Rejects
 * with an {@link AuthenticationError} if there is nothing that the route accepts, and with what the provider of tokens
 * rejects with.
 */
export async function authorization(client: ClientState, route: RouteInfo, renewed?: string): Promise<Authorization> {
  const { accessToken, appKey, appSecret, headers = {} } = client.options();
  if (Object.keys(headers).some((name) => name.toLowerCase() === "authorization" && headers[name] !== undefined)) {
    return {};
  }
  const kinds = authenticationKinds(client.binding, route);
  if (kinds.length === 0 || kinds.some(needsToken)) {
    const token = renewed ?? (typeof accessToken === "string" ? accessToken : await client.tokens?.get());
    if (token !== undefined && token !== "") {
      return { header: `Bearer ${token}`, token };
    }
  }
  if (kinds.includes("app") && appKey !== undefined && appSecret !== undefined) {
    return { header: `Basic ${base64(new TextEncoder().encode(`${appKey}:${appSecret}`))}` };
  }
  if (kinds.length === 0 || kinds.includes("noauth")) {
    return {};
  }
  const needed = new Set(kinds.map((kind) => (needsToken(kind) ? "accessToken" : "appKey and appSecret")));
  const message = `${route.path} needs the client option ${[...needed].join(" or ")}`;
  throw new AuthenticationError(route.path, undefined, message);
}

function needsToken(kind: string): boolean {
  return kind !== "app" && kind !== "noauth";
}
