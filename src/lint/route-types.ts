import type { Route, Type } from "../ir/api.js";
import { isPrimitive, partsOf } from "../ir/kinds.js";
import { qualified, schemaNamespace } from "../ir/names.js";
import { namesInDefinition, namesInType, reachableNames } from "../ir/references.js";
import type { Lookup } from "../ir/walk.js";
import type { LintedType, Project } from "./project.js";

/** Returns the kind of an argument or result type, for messages; undefined for structs, Void and nullable types. */
export function kindOfRouteType(type: Type, lookup: Lookup): "list" | "map" | "union" | "primitive" | undefined {
  const bare = lookup.bare(type);
  if (isPrimitive(bare)) {
    return "primitive";
  }
  switch (bare.kind) {
    case "void":
    case "nullable":
      return undefined;
    case "list":
    case "map":
      return bare.kind;
    case "ref":
      return lookup.definition(bare).kind === "union" ? "union" : undefined;
  }
}

/** Returns the struct that a route returns; undefined if the result is not a struct. */
export function resultStruct(project: Project, { result }: Route): LintedType | undefined {
  const bare = project.lookup.bare(result);
  const type = bare.kind === "ref" ? project.type(bare) : undefined;
  return type?.type.kind === "struct" ? type : undefined;
}

/** Returns the names of all fields or tags of a type; empty unless the type is a struct or union. */
export function fieldNames({ lookup }: Project, type: Type): ReadonlySet<string> {
  const bare = lookup.bare(type);
  return new Set(bare.kind === "ref" ? lookup.allFields(bare).map(({ field }) => field.name) : []);
}

/** Whether no field of a struct is a list or map, which could be unbounded. */
export function hasNoEntries({ lookup }: Project, type: LintedType): boolean {
  return lookup.allFields(type).every(({ field }) => partsOf(lookup.bare(field.type)).length === 0);
}

/** Returns the namespaces that have a route whose argument contains a cursor. */
export function cursorNamespaces(project: Project): ReadonlySet<string> {
  const takers = project.routes.filter(({ route }) => fieldNames(project, route.arg).has("cursor"));
  return new Set(takers.map(({ namespace }) => namespace));
}

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
