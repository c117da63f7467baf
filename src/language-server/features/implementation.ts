import type * as ast from "../../syntax/ast.js";
import { toLinks, type Link } from "./definition.js";
import { isType, type Declared, type DeclaredType, type Definition, type Names } from "../symbols/names.js";
import { occurrenceAt } from "./places.js";
import type { Snapshot } from "./project.js";
import type { DeclarationPlace } from "../symbols/target.js";

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
    return extending(declared, names).map((type) => type.node);
  }
  switch (node.kind) {
    case "annotation_type":
      return [...names.definitions()].flatMap((other) =>
        other.node.kind === "annotation" && annotationType(other.namespace, other.node, names) === node
          ? [other.node]
          : [],
      );
    case "annotation":
      return annotated(node, names);
    default:
      return [];
  }
}

/** Returns all types that extend a type, directly or indirectly, listed subtypes first. */
export function extending(type: DeclaredType, names: Names): DeclaredType[] {
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
function annotated(annotation: ast.Annotation, names: Names): (ast.Field | ast.Alias)[] {
  const found: (ast.Field | ast.Alias)[] = [];
  const isApplied = (namespace: string, refs: readonly ast.AnnotationRef[]): boolean =>
    refs.some(({ qualifier, name }) => names.definition(qualifier?.text ?? namespace, name.text)?.node === annotation);
  for (const declared of names.definitions()) {
    const { namespace, node } = declared;
    if (node.kind === "alias" && isApplied(namespace, node.annotations)) {
      found.push(node);
    } else if (isType(declared)) {
      found.push(...names.fields(declared).filter((field) => isApplied(namespace, field.annotations)));
    }
  }
  return found;
}
