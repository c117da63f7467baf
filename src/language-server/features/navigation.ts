import type * as ast from "../../syntax/ast.js";
import type { Span } from "../../text/span.js";
import { isType, type DeclaredType, type Names, type Declared, type Definition } from "../symbols/names.js";
import type { Occurrence } from "../symbols/occurrence.js";
import { visitItem } from "../symbols/occurrences.js";
import {
  declarationPlaces,
  targetType,
  isSameTarget,
  targetName,
  type DeclarationPlace,
  type Target,
} from "../symbols/target.js";
import { fieldType, innermostType, type TypeUse } from "../symbols/type-lookup.js";
import { occurrenceAt, toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";

/** The target of a name. */
export interface Link {
  /** The name that the link starts at. */
  readonly origin: FileRange;
  /** The whole declaration. */
  readonly extent: FileRange;
  /** The name in the declaration. */
  readonly name: FileRange;
}

/**
 * Returns links from a name to the declarations of its target; from a declaration, to itself and its patches (LSP-21).
 */
export function findDefinition(snapshot: Snapshot, path: string, offset: number): Link[] {
  const occurrence = occurrenceAt(snapshot, path, offset);
  const target = occurrence?.resolve();
  if (occurrence === undefined || target === undefined) {
    return [];
  }
  const places = declarationPlaces(target, snapshot.names);
  const patches = occurrence.role === "declaration" ? patchPlaces(target, snapshot) : [];
  return toLinks(occurrence, [...places, ...patches]);
}

function patchPlaces(target: Target, { names }: Snapshot): DeclarationPlace[] {
  const type = targetType(target);
  return type === undefined ? [] : names.patches(type).map(({ name, extent }) => ({ name: name.span, extent }));
}

function toLinks({ span }: Occurrence, places: readonly DeclarationPlace[]): Link[] {
  const origin = toFileRange(span);
  const seen = new Set<Span>();
  return places.flatMap(({ name, extent }) => {
    if (seen.has(name)) {
      return [];
    }
    seen.add(name);
    return [{ origin, extent: toFileRange(extent), name: toFileRange(name) }];
  });
}

/** Returns the struct or union that the target of a name resolves to (LSP-22). */
export function findTypeDefinition(snapshot: Snapshot, path: string, offset: number): Link[] {
  const occurrence = occurrenceAt(snapshot, path, offset);
  const target = occurrence?.resolve();
  const type = target && typeOfTarget(target, snapshot.names);
  return occurrence === undefined || type === undefined
    ? []
    : toLinks(occurrence, [{ name: type.node.name.span, extent: type.node.extent }]);
}

function typeOfTarget(target: Target, names: Names): DeclaredType | undefined {
  switch (target.kind) {
    case "field": {
      const use = fieldType(target);
      return use && innermostType(use, names);
    }
    case "subtype":
      return innermostType({ namespace: target.owner.namespace, ref: target.node.type }, names);
    case "label":
    case "catch-all":
      return target.owner;
    case "route":
      return innermostType({ namespace: target.namespace, ref: target.node.types.result }, names);
    case "definition": {
      const { namespace, node } = target;
      const use: TypeUse | undefined = node.kind === "alias" ? { namespace, ref: node.type } : undefined;
      return use === undefined
        ? node.kind === "struct" || node.kind === "union"
          ? { namespace, node }
          : undefined
        : innermostType(use, names);
    }
    default:
      return undefined;
  }
}

/** Returns links from a name to the implementations of its definition. Which these are depends on the kind (LSP-23). */
export function findImplementations(snapshot: Snapshot, path: string, offset: number): Link[] {
  const occurrence = occurrenceAt(snapshot, path, offset);
  const target = occurrence?.resolve();
  if (occurrence === undefined || target?.kind !== "definition") {
    return [];
  }
  const places = implementations(target, snapshot.names).map(({ name, extent }) => ({ name: name.span, extent }));
  return toLinks(occurrence, places);
}

function implementations(
  declared: Declared<Definition>,
  names: Names,
): { readonly name: ast.Name; readonly extent: DeclarationPlace["extent"] }[] {
  const { node } = declared;
  if (isType(declared)) {
    return extendingTypes(declared, names).map((type) => type.node);
  }
  switch (node.kind) {
    case "annotation_type":
      return [...names.definitions()].flatMap((other) =>
        other.node.kind === "annotation" && annotationType(other.namespace, other.node, names) === node
          ? [other.node]
          : [],
      );
    case "annotation":
      return annotatedNodes(node, names);
    default:
      return [];
  }
}

/** Returns all types that extend a type, directly or indirectly, listed subtypes first. */
export function extendingTypes(type: DeclaredType, names: Names): DeclaredType[] {
  const { node, namespace } = type;
  const members = node.kind === "struct" ? (node.subtypes?.members ?? []) : [];
  const listed = new Set(members.map((member) => names.referred(namespace, member.type)?.node));
  const all = names.descendants(type);
  return [...all.filter((other) => listed.has(other.node)), ...all.filter((other) => !listed.has(other.node))];
}

function annotationType(namespace: string, node: ast.Annotation, names: Names): Definition | undefined {
  return names.definition(node.qualifier?.text ?? namespace, node.type.text)?.node;
}

/** Returns the fields, tags and aliases to which an annotation is applied. */
function annotatedNodes(annotation: ast.Annotation, names: Names): (ast.Field | ast.Alias)[] {
  const nodes: (ast.Field | ast.Alias)[] = [];
  const isApplied = (namespace: string, refs: readonly ast.AnnotationRef[]): boolean =>
    refs.some(({ qualifier, name }) => names.definition(qualifier?.text ?? namespace, name.text)?.node === annotation);
  for (const declared of names.definitions()) {
    const { namespace, node } = declared;
    if (node.kind === "alias" && isApplied(namespace, node.annotations)) {
      nodes.push(node);
    } else if (isType(declared)) {
      nodes.push(...names.fields(declared).filter((field) => isApplied(namespace, field.annotations)));
    }
  }
  return nodes;
}

/** Returns all occurrences of names that refer to a target, including declarations, in the order of the files. */
export function findOccurrences(target: Target, snapshot: Snapshot, onlyIn?: string): Occurrence[] {
  const text = targetName(target);
  return text === undefined ? [] : occurrencesOf(text, target, snapshot, onlyIn);
}

function occurrencesOf(text: string, target: Target, { names }: Snapshot, onlyIn: string | undefined): Occurrence[] {
  const occurrences: Occurrence[] = [];
  // Patches refer to types by their canonical names.
  const isPatched = targetType(target) !== undefined;
  const visit = (occurrence: Occurrence): void => {
    const mayMean = occurrence.text === text || (isPatched && occurrence.role === "patch");
    if (mayMean) {
      const meant = occurrence.resolve();
      if (meant !== undefined && isSameTarget(meant, target)) {
        occurrences.push(occurrence);
      }
    }
  };
  for (const { path, namespace, items } of names.sections) {
    if (onlyIn !== undefined && path !== onlyIn) {
      continue;
    }
    for (const item of items) {
      if ((isPatched && item.kind === "patch") || item.extent.source.text.includes(text)) {
        visitItem(item, { namespace, names, visit });
      }
    }
  }
  return occurrences;
}

/** Returns all references to the target of a name, in all files (LSP-24). */
export function findReferences(
  snapshot: Snapshot,
  path: string,
  offset: number,
  withDeclaration: boolean,
): FileRange[] {
  const target = occurrenceAt(snapshot, path, offset)?.resolve();
  return target === undefined
    ? []
    : findOccurrences(target, snapshot)
        .filter(({ role }) => withDeclaration || role !== "declaration")
        .map(({ span }) => toFileRange(span));
}

/** An occurrence of a name that has the same target as the requested name. */
interface Highlight {
  readonly range: FileRange;
  readonly isDeclaration: boolean;
}

/** Returns all references in one file to the target of a name, including the declaration. */
export function findHighlights(snapshot: Snapshot, path: string, offset: number): Highlight[] {
  const target = occurrenceAt(snapshot, path, offset)?.resolve();
  return target === undefined
    ? []
    : findOccurrences(target, snapshot, path).map(({ span, role }) => ({
        range: toFileRange(span),
        isDeclaration: role === "declaration",
      }));
}
