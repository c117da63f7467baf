import type * as ast from "../../syntax/ast.js";
import { isType, type DeclaredType, type Names } from "../symbols/names.js";
import { targetType } from "../symbols/target.js";
import { allFields, fieldType, innermostType, type TypeUse } from "../symbols/type-lookup.js";
import { extendingTypes } from "./navigation.js";
import { occurrenceAt } from "./places.js";
import type { Snapshot } from "./project.js";

/** A route with its namespace. */
export interface DeclaredRoute {
  readonly namespace: string;
  readonly node: ast.Route;
}

/**
 * A route that carries a type, and the path to the type through fields: `list_folder → ListFolderResult.entries →
 * Metadata`.
 */
interface Carrier {
  readonly route: DeclaredRoute;
  readonly path: readonly string[];
  /** The reference in the route that the path starts with. */
  readonly reference: ast.TypeRef;
}

/**
 * Returns the routes that carry a type in their argument, result or error, each with one of the shortest paths
 * (LSP-29).
 */
export function findCarriers(type: DeclaredType, names: Names): Carrier[] {
  const carriers: Carrier[] = [];
  for (const { name, routes } of names.namespaces.values()) {
    for (const node of [...routes.values()].flat()) {
      for (const reference of [node.types.arg, node.types.result, node.types.error]) {
        const path = pathTo(type, { namespace: name, ref: reference }, names);
        if (path !== undefined) {
          carriers.push({ route: { namespace: name, node }, path: [node.name.text, ...path], reference });
          break;
        }
      }
    }
  }
  return carriers;
}

/** Returns a shortest path from one type to another, by breadth-first search; undefined if there is none. */
function pathTo(wanted: DeclaredType, from: TypeUse, names: Names): string[] | undefined {
  const start = innermostType(from, names);
  const queue: { readonly type: DeclaredType; readonly path: readonly string[] }[] =
    start === undefined ? [] : [{ type: start, path: [] }];
  const seen = new Set(queue.map(({ type }) => type.node));
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const { type, path } = at;
    if (type.node === wanted.node) {
      return [...path, type.node.name.text];
    }
    for (const next of reachable(type, names)) {
      if (!seen.has(next.type.node)) {
        seen.add(next.type.node);
        queue.push({ type: next.type, path: [...path, next.step] });
      }
    }
  }
  return undefined;
}

interface Step {
  readonly type: DeclaredType;
  readonly step: string;
}

/** Returns the types that a type refers to directly: those of its fields, and its listed subtypes. */
function reachable(type: DeclaredType, names: Names): Step[] {
  const { name } = type.node;
  const fields = allFields(type, names).flatMap((field) => {
    const use = fieldType(field);
    const inner = use && innermostType(use, names);
    return inner === undefined ? [] : [{ type: inner, step: `${name.text}.${field.node.name.text}` }];
  });
  const members = type.node.kind === "struct" ? (type.node.subtypes?.members ?? []) : [];
  const subtypes = members.flatMap((member) => {
    const declared = names.referred(type.namespace, member.type);
    return declared !== undefined && isType(declared) ? [{ type: declared, step: name.text }] : [];
  });
  return [...fields, ...subtypes];
}

/** Returns the types of a route that are structs or unions. */
export function typesOfRoute(
  { namespace, node }: DeclaredRoute,
  names: Names,
): { readonly type: DeclaredType; readonly reference: ast.TypeRef }[] {
  return [node.types.arg, node.types.result, node.types.error].flatMap((reference) => {
    const type = innermostType({ namespace, ref: reference }, names);
    return type === undefined ? [] : [{ type, reference }];
  });
}

/** How many routes carry a type, and whether any of them carries the type in its result. */
export interface Carriers {
  readonly count: number;
  readonly isInResult: boolean;
}

/** Counts the routes that carry each type. Types that no route carries are left out. */
export function countCarriers(names: Names): ReadonlyMap<ast.Struct | ast.Union, Carriers> {
  const carriers = new Map<ast.Struct | ast.Union, Carriers>();
  for (const { name: namespace, routes } of names.namespaces.values()) {
    for (const node of [...routes.values()].flat()) {
      const results = reachedFrom([{ namespace, ref: node.types.result }], names);
      const others = [node.types.arg, node.types.error].map((ref) => ({ namespace, ref }));
      for (const reached of new Set([...results, ...reachedFrom(others, names)])) {
        const { count, isInResult } = carriers.get(reached) ?? { count: 0, isInResult: false };
        carriers.set(reached, { count: count + 1, isInResult: isInResult || results.has(reached) });
      }
    }
  }
  return carriers;
}

function reachedFrom(uses: readonly TypeUse[], names: Names): Set<ast.Struct | ast.Union> {
  const queue = uses.flatMap((use) => innermostType(use, names) ?? []);
  const seen = new Set(queue.map(({ node }) => node));
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const { type } of reachable(at, names)) {
      if (!seen.has(type.node)) {
        seen.add(type.node);
        queue.push(type);
      }
    }
  }
  return seen;
}

/** Returns the struct or union that a name refers to, directly or through an alias (LSP-29). */
export function typeAt(snapshot: Snapshot, path: string, offset: number): DeclaredType | undefined {
  const target = occurrenceAt(snapshot, path, offset)?.resolve();
  if (target?.kind === "definition" && target.node.kind === "alias") {
    return innermostType({ namespace: target.namespace, ref: target.node.type }, snapshot.names);
  }
  return target && targetType(target);
}

/** Returns the type that a type extends. */
export function supertypes(type: DeclaredType, names: Names): DeclaredType[] {
  const parent = names.parent(type);
  return parent === undefined ? [] : [parent];
}

/** Returns the types that directly extend a type, listed subtypes first. */
export function subtypes(type: DeclaredType, names: Names): DeclaredType[] {
  const direct = new Set(names.children(type).map(({ node }) => node));
  return extendingTypes(type, names).filter(({ node }) => direct.has(node));
}
