import type { Binding } from "../routes/binding.js";
import { attributeText, authenticationKinds } from "../routes/route-attributes.js";
import type { ServerRoute } from "./server-route.js";

/** A route, with its attributes interpreted by the binding. */
export interface ServedRoute extends ServerRoute {
  /** The HTTP methods with which the route can be called. */
  readonly methods: readonly string[];
  /** The kinds of authentication that the route accepts; empty if the specification does not define them. */
  readonly kinds: readonly string[];
  /** The permission that an app needs. */
  readonly permission: string | undefined;
  /** The names, in lower case, of the headers that select a member or an administrator. */
  readonly selectHeaders: { readonly user: string; readonly admin: string };
}

/** Returns the routes by path. */
export function servedRoutes(binding: Binding, routes: readonly ServerRoute[]): ReadonlyMap<string, ServedRoute> {
  const { selectUser, selectAdmin } = binding.headers;
  const selectHeaders = { user: selectUser.toLowerCase(), admin: selectAdmin.toLowerCase() };
  return new Map(routes.map((each) => [binding.prefix + each.route.path, servedRoute(binding, selectHeaders, each)]));
}

function servedRoute(binding: Binding, selectHeaders: ServedRoute["selectHeaders"], each: ServerRoute): ServedRoute {
  const permission = attributeText(each.route, binding.attributes.permission);
  return {
    ...each,
    methods: each.style === "download" ? ["GET", "HEAD", "POST"] : ["POST"],
    kinds: authenticationKinds(binding, each.route),
    permission: permission === "" ? undefined : permission,
    selectHeaders,
  };
}
