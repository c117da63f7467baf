import type { Route, Type } from "../ir/api.js";
import { isPrimitive, partsOf } from "../ir/kinds.js";
import type { Lookup } from "../ir/walk.js";
import type { LintedType, Project } from "./project.js";

/** The kind of a type of a route, for messages; undefined for a struct and for Void. */
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

/** The struct that a route returns, if it returns one. */
export function resultStruct(project: Project, { result }: Route): LintedType | undefined {
  const bare = project.lookup.bare(result);
  const type = bare.kind === "ref" ? project.type(bare) : undefined;
  return type?.type.kind === "struct" ? type : undefined;
}

/** The names of all fields or tags of a type; empty for other types than structs and unions. */
export function fieldNames({ lookup }: Project, type: Type): ReadonlySet<string> {
  const bare = lookup.bare(type);
  return new Set(bare.kind === "ref" ? lookup.allFields(bare).map(({ field }) => field.name) : []);
}

/** Whether a struct has no list or map, which could be unbounded. */
export function hasNoEntries({ lookup }: Project, type: LintedType): boolean {
  return lookup.allFields(type).every(({ field }) => partsOf(lookup.bare(field.type)).length === 0);
}

/** The namespaces with a route that takes a cursor. */
export function cursorNamespaces(project: Project): ReadonlySet<string> {
  const takers = project.routes.filter(({ route }) => fieldNames(project, route.arg).has("cursor"));
  return new Set(takers.map(({ namespace }) => namespace));
}
