import { findType } from "../../symbols/doc-occurrences.js";
import type { DeclaredType, NamespaceNames } from "../../symbols/names.js";
import type { Piece } from "../line-context.js";
import { routeTitle } from "../symbols.js";
import { allFields, isOpenUnion } from "../../symbols/type-lookup.js";
import { keywordItem, type Completion, type CompletionPlace } from "./completion.js";

const tags = ["type", "field", "route", "link", "val"];

/**
 * Returns the completions at an offset in documentation: the kinds of references, or the targets of a reference
 * (LSP-31).
 */
export function completeInDocumentation(
  place: CompletionPlace,
  string: Piece,
  owner: DeclaredType | undefined,
  offset: number,
): Completion[] {
  const before = string.text.slice(0, offset - string.start);
  const [, tag, value] = /:([A-z]+):`([^`\n]*)$/.exec(before) ?? [];
  if (tag === undefined || value === undefined) {
    return /(?:^|[^\w:]):[a-z]*$/.test(before) ? tags.map((word) => keywordItem(word, 10, `${word}:\`$1\``)) : [];
  }
  switch (tag) {
    case "type":
      return completeTypeReference(place, value);
    case "field":
      return completeFieldReference(place, value, owner);
    case "route":
      return completeRouteReference(place, value);
    default:
      return tag === "val" ? ["true", "false", "null"].map((word) => keywordItem(word)) : [];
  }
}

/** Returns the imported namespaces, whose names are valid before a dot. */
function importedNamespaces({ names, namespace }: CompletionPlace): NamespaceNames[] {
  const namespaceNames = names.namespaces.get(namespace);
  return [...(namespaceNames?.imports.keys() ?? [])].flatMap((name) => names.namespaces.get(name) ?? []);
}

function completeTypeReference(place: CompletionPlace, value: string): Completion[] {
  const dot = value.indexOf(".");
  if (dot !== -1) {
    return typesIn(place.names.namespaces.get(value.slice(0, dot)), "", 10);
  }
  return [
    ...typesIn(place.names.namespaces.get(place.namespace), "", 10),
    ...importedNamespaces(place).flatMap((namespace) => typesIn(namespace, `${namespace.name}.`, 20)),
  ];
}

function typesIn(namespace: NamespaceNames | undefined, prefix: string, order: number): Completion[] {
  return [...(namespace?.definitions.values() ?? [])].flat().flatMap((node) =>
    namespace !== undefined && (node.kind === "struct" || node.kind === "union")
      ? [
          {
            label: `${prefix}${node.name.text}`,
            kind: node.kind,
            detail: node.kind,
            order,
            target: { kind: "definition", namespace: namespace.name, node },
          },
        ]
      : [],
  );
}

function completeFieldReference(place: CompletionPlace, value: string, owner: DeclaredType | undefined): Completion[] {
  const parts = value.split(".");
  parts.pop();
  const { names, namespace } = place;
  if (parts.length === 0) {
    return [...(owner === undefined ? [] : fieldsOf(owner, place)), ...completeTypeReference(place, "")].map(
      (item, index) =>
        item.kind === "struct" || item.kind === "union" ? { ...item, order: 50 + index / 10_000 } : item,
    );
  }
  const [first = "", second] = parts;
  const type = second === undefined ? findType(namespace, first, names) : findType(first, second, names);
  return type === undefined ? typesIn(names.namespaces.get(first), "", 10) : fieldsOf(type, place);
}

function fieldsOf(type: DeclaredType, { names }: CompletionPlace): Completion[] {
  const fields = allFields(type, names).map((field): Completion => ({
    label: field.node.name.text,
    kind: type.node.kind === "struct" ? "field" : "tag",
    detail: `of ${field.owner.node.name.text}`,
    order: field.owner.node === type.node ? 10 : 15,
    target: { kind: "field", ...field },
  }));
  return isOpenUnion(type, names)
    ? [...fields, { label: "other", kind: "tag", detail: "any other tag", order: 20 }]
    : fields;
}

function completeRouteReference(place: CompletionPlace, value: string): Completion[] {
  const dot = value.indexOf(".");
  if (dot !== -1) {
    return routesIn(place.names.namespaces.get(value.slice(0, dot)), "", 10);
  }
  return [
    ...routesIn(place.names.namespaces.get(place.namespace), "", 10),
    ...importedNamespaces(place).flatMap((namespace) => routesIn(namespace, `${namespace.name}.`, 20)),
  ];
}

export function routesIn(namespace: NamespaceNames | undefined, prefix: string, order: number): Completion[] {
  return [...(namespace?.routes.values() ?? [])].flat().map((node) => ({
    label: `${prefix}${routeTitle(node)}`,
    kind: "route",
    detail: "route",
    order,
    isDeprecated: node.deprecated !== undefined,
    target: { kind: "route", namespace: namespace?.name ?? "", node },
  }));
}
