import type { Api, Route, Type, Name } from "../../ir/api.js";
import { isEqual } from "../../ir/equal.js";
import { qualified, routeName } from "../../ir/names.js";
import { namesInType, namesInDefinition, reachableNames } from "../../ir/references.js";
import { findAffected } from "../affected.js";

/**
 * Returns both APIs, reduced to the parts in which messages can differ: the routes that both APIs have, with Void for each
 * part whose type is equal on both sides, including everything that the type refers to, and the types that the other parts
 * need. The code generated for equal parts is the same on both sides, whatever the rules find in them.
 */
export function keepAffectedParts(before: Api, after: Api): readonly [Api, Api] {
  const affected = findAffected(before, after, isAboutWords);
  const isAffected = (type: Type): boolean => namesInType(type).some((name) => affected.has(qualified(name)));
  const newRoutes = routesByName(after);
  const oldRoutes = routesByName(before);
  const keep = (route: Route, other: Route | undefined): readonly Route[] => {
    const parts = (["arg", "result", "error"] as const).filter(
      (part) => other !== undefined && (!isEqual(route[part], other[part]) || isAffected(route[part])),
    );
    const none = { kind: "void" } as const;
    const { arg = none, result = none, error = none } = Object.fromEntries(parts.map((part) => [part, route[part]]));
    return parts.length === 0 ? [] : [{ ...route, arg, result, error, doc: undefined, deprecated: undefined }];
  };
  return [
    withRoutes(before, (name, route) => keep(route, newRoutes.get(name))),
    withRoutes(after, (name, route) => keep(route, oldRoutes.get(name))),
  ];
}

/** Returns the API with other routes and only the types that they need. */
function withRoutes(api: Api, keep: (name: string, route: Route) => readonly Route[]): Api {
  const namespaces = api.namespaces.map((namespace) => ({
    ...namespace,
    routes: namespace.routes.flatMap((route) => keep(routeName(namespace.name, route), route)),
  }));
  const routes = namespaces.flatMap((namespace) => namespace.routes);
  const types = routes.flatMap(({ arg, result, error }) => [arg, result, error]);
  return keepTypes({ ...api, namespaces }, types.flatMap(namesInType));
}

function routesByName({ namespaces }: Api): ReadonlyMap<string, Route> {
  return new Map(
    namespaces.flatMap((namespace) => namespace.routes.map((route) => [routeName(namespace.name, route), route])),
  );
}

/** Whether a member of the plain data is documentation or an example, which do not affect messages. */
function isAboutWords(member: string): boolean {
  return member === "doc" || member === "examples";
}

/** Returns the API with only the named types and aliases, and those that they refer to. */
export function keepTypes(api: Api, names: readonly Name[]): Api {
  const needed = findNeeded(api, names);
  return {
    ...api,
    namespaces: api.namespaces.map((namespace) => {
      const isNeeded = ({ name }: { readonly name: string }): boolean =>
        needed.has(qualified({ namespace: namespace.name, name }));
      return {
        ...namespace,
        aliases: namespace.aliases.filter(isNeeded),
        types: namespace.types.filter(isNeeded),
      };
    }),
  };
}

/** Returns the qualified names of all definitions that are reachable from some names. */
function findNeeded({ namespaces, stoneCfg }: Api, names: readonly Name[]): ReadonlySet<string> {
  const all = stoneCfg === undefined ? namespaces : [...namespaces, stoneCfg];
  const definitions = new Map(
    all.flatMap(({ name: namespace, aliases, types }) =>
      [...aliases, ...types].map((definition) => [qualified({ namespace, name: definition.name }), definition]),
    ),
  );
  const needed = reachableNames(names, (name) => {
    const definition = definitions.get(qualified(name));
    return definition === undefined ? [] : namesInDefinition(definition);
  });
  return new Set(needed.map(qualified));
}
