import type * as ast from "../../syntax/ast.js";
import type { Span } from "../../text/span.js";
import { isType, type Declared, type DeclaredType, type Definition, type Names } from "./names.js";
import { findField, isOpenUnion } from "./type-lookup.js";

/** The target of a name in a specification. */
export type Target =
  | { readonly kind: "namespace"; readonly name: string }
  | { readonly kind: "definition"; readonly namespace: string; readonly node: Definition }
  /** One version of a route. */
  | { readonly kind: "route"; readonly namespace: string; readonly node: ast.Route }
  /** A field or a tag. */
  | { readonly kind: "field"; readonly owner: DeclaredType; readonly node: ast.Field }
  /** The tag of a listed subtype. */
  | { readonly kind: "subtype"; readonly owner: DeclaredType; readonly node: ast.Subtype }
  | { readonly kind: "label"; readonly owner: DeclaredType; readonly node: ast.Example }
  /** A parameter of an annotation type. */
  | { readonly kind: "parameter"; readonly owner: Declared<ast.AnnotationType>; readonly node: ast.Field }
  /** The tag `other` of an open union, which is implicit. */
  | { readonly kind: "catch-all"; readonly owner: DeclaredType }
  | { readonly kind: "builtin type"; readonly name: string }
  | { readonly kind: "builtin annotation"; readonly name: string }
  /** A keyword parameter of a built-in type or annotation. */
  | { readonly kind: "builtin parameter"; readonly of: string; readonly name: string };

export function toTarget({ namespace, node }: Declared<Definition>): Target {
  return { kind: "definition", namespace, node };
}

/** Returns a target that is a struct or union; undefined for others. */
export function targetType(target: Target): DeclaredType | undefined {
  if (target.kind !== "definition") {
    return undefined;
  }
  const declared = { namespace: target.namespace, node: target.node };
  return isType(declared) ? declared : undefined;
}

export function isSameTarget(a: Target, b: Target): boolean {
  switch (a.kind) {
    case "namespace":
    case "builtin type":
    case "builtin annotation":
      return b.kind === a.kind && a.name === b.name;
    case "builtin parameter":
      return b.kind === "builtin parameter" && a.name === b.name && a.of === b.of;
    case "catch-all":
      return b.kind === "catch-all" && a.owner.node === b.owner.node;
    default:
      return "node" in b && a.node === b.node;
  }
}

/** Returns the name of a target in its declaration; undefined for targets that specifications do not declare. */
export function targetName(target: Target): string | undefined {
  switch (target.kind) {
    case "namespace":
      return target.name;
    case "label":
      return target.node.label.text;
    case "definition":
    case "route":
    case "field":
    case "subtype":
    case "parameter":
      return target.node.name.text;
    default:
      return undefined;
  }
}

/** The location of a declaration: the span of the name, and the span of the whole declaration. */
export interface DeclarationPlace {
  readonly name: Span;
  readonly extent: Span;
}

/**
 * Returns the locations of a target's declarations. A namespace has one for each of its files, a built-in target none.
 */
export function declarationPlaces(target: Target, names: Names): DeclarationPlace[] {
  switch (target.kind) {
    case "namespace":
      return (names.namespaces.get(target.name)?.headers ?? []).map(({ name, extent }) => ({
        name: name.span,
        extent,
      }));
    case "label":
      return [{ name: target.node.label.span, extent: target.node.extent }];
    case "definition":
    case "route":
    case "field":
    case "subtype":
    case "parameter":
      return [{ name: target.node.name.span, extent: target.node.extent }];
    default:
      return [];
  }
}

/** Returns a field or tag of a type, including `other`. */
export function findMember(type: DeclaredType, name: string, names: Names): Target | undefined {
  const fieldOfType = findField(type, name, names);
  if (fieldOfType !== undefined) {
    return { kind: "field", ...fieldOfType };
  }
  return name === "other" && isOpenUnion(type, names) ? { kind: "catch-all", owner: type } : undefined;
}

export function findRoute(namespace: string, name: string, version: number, names: Names): Target | undefined {
  const node = names.routes(namespace, name).find((route) => route.version === version);
  return node && { kind: "route", namespace, node };
}
