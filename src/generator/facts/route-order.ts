import type { Namespace, Route } from "../../ir/api.js";
import { matchesName, routeName, type VersionedName } from "../../ir/names.js";
import type { Context } from "./context.js";

/** Routes with the same purpose. Routes without a configured group have no title. */
export interface TitledRoutes {
  readonly title: string | undefined;
  readonly routes: readonly Route[];
}

/**
 * Returns the routes of a namespace in the configured groups and order, followed by the others (GUIDE-2). The first call
 * comes first in its group, and deprecated routes are omitted.
 */
export function routesByGroup({ name, routes }: Pick<Namespace, "name" | "routes">, context: Context): TitledRoutes[] {
  const isFirst = (route: Route): boolean => isFirstCall(name, route, context);
  let left = routes.filter(({ deprecated }) => deprecated === undefined);
  const take = (patterns: readonly string[]): Route[] => {
    const matching = patterns.flatMap((pattern) =>
      left.filter((route) => matchesName(pattern, routeName(name, route))),
    );
    const taken = [...new Set(matching)];
    left = left.filter((route) => !taken.includes(route));
    return [...taken.filter(isFirst), ...taken.filter((route) => !isFirst(route))];
  };
  const { groups = [] } = context.options.docs ?? {};
  const titled = groups.map((group) => ({ title: group.title, routes: take(group.routes) }));
  return [...titled, { title: undefined, routes: take(["*"]) }].filter((group) => group.routes.length > 0);
}

/** Returns the routes of a namespace in the order of {@link routesByGroup}, followed by the deprecated ones. */
export function routesInOrder(namespace: Pick<Namespace, "name" | "routes">, context: Context): Route[] {
  return [
    ...routesByGroup(namespace, context).flatMap(({ routes }) => routes),
    ...namespace.routes.filter(({ deprecated }) => deprecated !== undefined),
  ];
}

/** Whether a route is the recommended first call (GUIDE-2), with which examples and lists of routes begin. */
export function isFirstCall(namespace: string, route: VersionedName, { options, binding }: Context): boolean {
  return (options.docs?.firstCall ?? binding.firstCall) === routeName(namespace, route);
}
