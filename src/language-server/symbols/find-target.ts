import type { DeclaredType, Names } from "./names.js";
import type { Target } from "./target.js";
import { findField, isOpenUnion } from "./type-lookup.js";

/** Returns a field or tag of a type, including `other`. */
export function findMember(type: DeclaredType, name: string, names: Names): Target | undefined {
  const found = findField(type, name, names);
  if (found !== undefined) {
    return { kind: "field", ...found };
  }
  return name === "other" && isOpenUnion(type, names) ? { kind: "catch-all", owner: type } : undefined;
}

export function findRoute(namespace: string, name: string, version: number, names: Names): Target | undefined {
  const node = names.routes(namespace, name).find((route) => route.version === version);
  return node && { kind: "route", namespace, node };
}
