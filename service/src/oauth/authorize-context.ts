import type { Context, MiddlewareHandler } from "hono";
import type { Backend } from "../backend.js";
import type { PageEnvironment } from "../pages/session.js";
import { AuthorizationError } from "./answer.js";
import { readClientId, readRequest, type AuthorizationRequest } from "./authorization-request.js";
import { findApp } from "./registered-app.js";

/** The context of the authorization pages. The request of the app is in the query of each page. */
export interface AuthorizeEnvironment extends PageEnvironment {
  Variables: PageEnvironment["Variables"] & { request: AuthorizationRequest };
}

export type AuthorizeContext = Context<AuthorizeEnvironment>;

/** Reads the request of an app. Throws an {@link AuthorizationError} if it is invalid. */
export function withRequest({ database }: Backend): MiddlewareHandler<AuthorizeEnvironment> {
  return async (context, next) => {
    const query = rawQuery(context).slice(1);
    const app = await findApp(database, readClientId(query));
    if (app === undefined) {
      throw new AuthorizationError("invalid_request", "There is no app with this client_id.");
    }
    context.set("request", readRequest(query, app));
    await next();
  };
}

/** Returns the URL of an authorization page, with the request of the app. */
export function pageUrl(
  context: AuthorizeContext,
  page: "" | "/log-in" | "/log-in/passkey" | "/sign-up" | "/log-out" = "",
): string {
  return `/oauth2/authorize${page}${rawQuery(context)}`;
}

/** Returns the query of a URL as it was sent, with its question mark. */
function rawQuery({ req }: AuthorizeContext): string {
  return new URL(req.url).search;
}
