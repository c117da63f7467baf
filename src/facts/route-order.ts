import type { Namespace, Route } from "../ir/api.js";
import { routeName } from "../ir/names.js";
import type { Context } from "./context.js";
import { matchesPattern } from "./route-patterns.js";

/** Routes with the same purpose. Routes without a configured group have no title. */
export interface TitledRoutes {
  readonly title: string | undefined;
  readonly routes: readonly Route[];
}

/**
 * The routes of a namespace in the configured groups and their order, followed by the others in order of name
 * (GUIDE-2). The first call comes first in its group, and deprecated routes are left out.
 */
export function routesByGroup({ name, routes }: Pick<Namespace, "name" | "routes">, context: Context): TitledRoutes[] {
  const { firstCall, groups = [] } = context.options.docs ?? {};
  const left = new Map(
    routes.flatMap((route) => (route.deprecated === undefined ? [[routeName(name, route), route] as const] : [])),
  );
  const take = (patterns: readonly string[]): Route[] => {
    const first = firstCall === undefined ? [] : [firstCall];
    const taken = patterns.flatMap((pattern) => [...left.keys()].filter((each) => matchesPattern(pattern, each)));
    const ordered = new Set([...first.filter((each) => taken.includes(each)), ...taken]);
    const found = [...ordered].flatMap((each) => left.get(each) ?? []);
    ordered.forEach((each) => left.delete(each));
    return found;
  };
  const titled = groups.map((group) => ({ title: group.title, routes: take(group.routes) }));
  return [...titled, { title: undefined, routes: take(["*"]) }].filter((group) => group.routes.length > 0);
}

/** The routes of a namespace in the order of {@link routesByGroup}, followed by the deprecated ones. */
export function routesInOrder(namespace: Pick<Namespace, "name" | "routes">, context: Context): Route[] {
  return [
    ...routesByGroup(namespace, context).flatMap(({ routes }) => routes),
    ...namespace.routes.filter(({ deprecated }) => deprecated !== undefined),
  ];
}
