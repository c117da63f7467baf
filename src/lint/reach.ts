import type { Type } from "../ir/api.js";
import { qualified, schemaNamespace } from "../ir/names.js";
import { namesInDefinition, namesInType, reachableNames } from "../ir/references.js";
import type { Project } from "./project.js";

/** The names of structs and unions, such as `files.Metadata`. */
export type TypeNames = ReadonlySet<string>;

/** Returns the types that are reachable from arguments of routes. */
export function reachedFromArguments(project: Project): TypeNames {
  return reach(
    project,
    project.routes.map(({ route }) => route.arg),
  );
}

/** Returns the types that are reachable from results of routes, not including errors. */
export function reachedFromResults(project: Project): TypeNames {
  return reach(
    project,
    project.routes.map(({ route }) => route.result),
  );
}

/** Returns the types that are reachable from routes or from the schema of attributes. */
export function reachedFromRoutes(project: Project): TypeNames {
  const routes = project.routes.flatMap(({ route }): Type[] => [route.arg, route.result, route.error]);
  const schema = (project.api.stoneCfg?.types ?? []).map(({ name }): Type => ({
    kind: "ref",
    namespace: schemaNamespace,
    name,
  }));
  return reach(project, [...routes, ...schema]);
}

/**
 * Returns all types that are reachable from others through fields, tags, parents, listed subtypes, aliases, lists, maps
 * and nullable types.
 */
export function reach({ lookup }: Project, roots: readonly Type[]): TypeNames {
  const names = reachableNames(roots.flatMap(namesInType), (name) => namesInDefinition(lookup.definition(name)));
  return new Set(names.filter((name) => lookup.definition(name).kind !== "alias").map(qualified));
}
