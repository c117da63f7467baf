import type { Api } from "../../api.js";
import { qualified } from "../../names.js";
import type { Problems } from "../problems.js";
import { schemaFields } from "../schema.js";
import { Dependencies, routeKey } from "./dependencies.js";
import { canonicalRoute, routeId, unknownNames, type RouteWhitelist } from "./whitelist.js";

/**
 * Returns the API with only the routes and types of a whitelist and their dependencies (CLI-20 to CLI-24). Only routes,
 * structs and unions are removed. An alias may then refer to a removed type; see `dropDanglingAliases`. References in
 * documentation may also refer to removed definitions. Types that the schema of route attributes refers to are always
 * kept.
 */
export function pruneToWhitelist(api: Api, whitelist: RouteWhitelist): Api | Problems {
  const unknown = unknownNames(whitelist, api);
  if (unknown.length > 0) {
    return { problems: unknown.map((problem) => `Route whitelist: ${problem}`) };
  }
  const isListed = routeTest(whitelist);
  const kept = collectDependencies(whitelist, api, isListed).follow();
  if (kept.problems.length > 0) {
    return { problems: kept.problems };
  }
  const namespaces = api.namespaces.map((namespace) => ({
    ...namespace,
    types: namespace.types.filter(({ name }) => kept.types.has(qualified({ namespace: namespace.name, name }))),
    routes: namespace.routes.filter(
      (route) => isListed(namespace.name, route) || kept.routes.has(routeKey(namespace.name, route)),
    ),
  }));
  return { ...api, namespaces };
}

type IsListed = (namespace: string, route: { readonly name: string; readonly version: number }) => boolean;

function routeTest({ route_whitelist }: RouteWhitelist): IsListed {
  const listed = new Map(
    Object.entries(route_whitelist).map(([namespace, routes]) => [namespace, new Set(routes.map(canonicalRoute))]),
  );
  return (namespace, route) => {
    const routes = listed.get(namespace);
    return routes !== undefined && (routes.has("*") || routes.has(routeId(route)));
  };
}

function collectDependencies(whitelist: RouteWhitelist, api: Api, isListed: IsListed): Dependencies {
  const { route_whitelist, datatype_whitelist } = whitelist;
  const dependencies = new Dependencies(api);
  for (const { name, doc, routes } of api.namespaces) {
    if (Object.hasOwn(route_whitelist, name) || Object.hasOwn(datatype_whitelist, name)) {
      dependencies.startFromNamespaceDoc(doc, name);
    }
    for (const route of routes.filter((candidate) => isListed(name, candidate))) {
      dependencies.startFromRoute(route);
    }
  }
  for (const [namespace, names] of Object.entries(datatype_whitelist)) {
    for (const name of names) {
      dependencies.startFromType({ namespace, name });
    }
  }
  // Stone removes these types, although values of attributes still refer to them.
  dependencies.startFromFields(schemaFields(api).map(({ field }) => field));
  return dependencies;
}
