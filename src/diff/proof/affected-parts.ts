import type { Api, Route, Type } from "../../ir/api.js";
import { isEqual } from "../../ir/equal.js";
import { qualified, routeName } from "../../ir/names.js";
import { namesInType } from "../../ir/references.js";
import { findAffected } from "../affected.js";
import { keepTypes } from "../keep-types.js";

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
