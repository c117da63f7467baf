import { partCheckName, routeAttributes } from "../../generator/emit/routes.js";
import type { Context } from "../../generator/facts/context.js";
import { idempotencyHeader, isIdempotent } from "../../generator/facts/route-effects.js";
import { routePath } from "../../generator/facts/binding-options.js";
import type { Namespace, Route } from "../../ir/api.js";
import type { LazyChecks } from "./lazy-checks.js";

/** The function of the runtime that creates the value of a route. */
export type DefineRoute = (definition: object) => object;

/** A route whose checks are built on first use. */
export interface LazyRoute {
  /** The value of the route, as in the generated package. It can be called once `load` has resolved. */
  readonly route: object;
  readonly load: () => Promise<unknown>;
}

export function lazyRoute(
  route: Route,
  namespace: Namespace,
  context: Context,
  checks: LazyChecks,
  defineRoute: DefineRoute,
): LazyRoute {
  const parts = (["arg", "result", "error"] as const).flatMap((part) => {
    const name = partCheckName(route, part, namespace, context);
    return name === undefined ? [] : [{ part, lazy: checks.get(name) }];
  });
  const header = idempotencyHeader(route, namespace, context);
  return {
    route: defineRoute({
      name: `${namespace.name}/${route.name}`,
      version: route.version,
      path: routePath(namespace.name, route, context.binding),
      attributes: routeAttributes(route),
      ...(isIdempotent(route, namespace, context) && { isIdempotent: true }),
      ...(header !== undefined && { idempotencyHeader: header }),
      ...Object.fromEntries(parts.map(({ part, lazy }) => [part, lazy.check])),
    }),
    load: () => Promise.all(parts.map(({ lazy }) => lazy.load())),
  };
}
