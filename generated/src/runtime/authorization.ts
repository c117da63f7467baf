import type { ClientCore } from "./client.js";
import { AuthenticationError } from "./errors.js";
import { authenticationKinds } from "./route-attributes.js";
import type { RouteInfo } from "./route.js";

/**
 * The `Authorization` header for a route: of the ways that it accepts, a token goes before the key and secret of the
 * app. Undefined for routes that need none; an {@link AuthenticationError} if there is nothing that the route accepts.
 */
export async function authorization(core: ClientCore, route: RouteInfo): Promise<string | undefined> {
  const { accessToken, appKey, appSecret } = core.options;
  const kinds = authenticationKinds(core.binding, route);
  if (kinds.length === 0 || kinds.some(needsToken)) {
    const token = typeof accessToken === "function" ? await accessToken() : accessToken;
    if (token !== undefined && token !== "") {
      return `Bearer ${token}`;
    }
  }
  if (kinds.includes("app") && appKey !== undefined && appSecret !== undefined) {
    return `Basic ${base64(`${appKey}:${appSecret}`)}`;
  }
  if (kinds.length === 0 || kinds.includes("noauth")) {
    return undefined;
  }
  const needed = new Set(kinds.map((kind) => (needsToken(kind) ? "accessToken" : "appKey and appSecret")));
  const message = `${route.path} needs the client option ${[...needed].join(" or ")}`;
  throw new AuthenticationError(route.path, undefined, message);
}

function needsToken(kind: string): boolean {
  return kind !== "app" && kind !== "noauth";
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
