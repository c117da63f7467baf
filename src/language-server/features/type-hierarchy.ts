import { extending } from "./implementation.js";
import type { DeclaredType, Names } from "../symbols/names.js";
import { occurrenceAt } from "./places.js";
import type { Snapshot } from "./project.js";
import { targetType } from "../symbols/target.js";
import { innermostType } from "../symbols/type-lookup.js";

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
  return extending(type, names).filter(({ node }) => direct.has(node));
}
