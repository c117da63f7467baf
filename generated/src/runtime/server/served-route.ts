import type { Binding } from "../routes/binding.js";
import { attributeText, authenticationKinds } from "../routes/route-attributes.js";
import type { ServerRoute } from "./server-route.js";

/** A route with what its attributes say, so that it is worked out only once. */
export interface ServedRoute extends ServerRoute {
  /** The methods with which it can be called. */
  readonly methods: readonly string[];
  /** The ways of authentication that it accepts; none if its specification is silent. */
  readonly kinds: readonly string[];
  /** What an app must be allowed to do. */
  readonly permission: string | undefined;
  /** In which headers, in lower case, callers say as whom they want to act. */
  readonly selectHeaders: { readonly user: string; readonly admin: string };
}

/** The routes by the paths at which they are served. */
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
