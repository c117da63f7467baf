import { schemaNamespace, toSnakeCase } from "../../../ir/names.js";
import { isType, type Declared, type Definition, type DeclaredType } from "../../symbols/names.js";
import { toTarget } from "../../symbols/target.js";
import { typeHead } from "../hover.js";
import { addImport, type TextEdit } from "../edits.js";
import { writeType } from "../short-texts.js";
import { builtinTypes } from "../vocabulary.js";
import { typeNamed, type Completion, type CompletionPlace } from "./completion.js";

/** Which types to offer. */
interface TypeFilter {
  readonly allowsVoid: boolean;
  readonly allowsBuiltins: boolean;
  readonly accepts: (declared: Declared<Definition>) => boolean;
  /** The name of the field whose type is completed. A type with the same name comes first. */
  readonly fieldName?: string;
}

export const anyType: TypeFilter = {
  allowsVoid: false,
  allowsBuiltins: true,
  accepts: ({ node }) => node.kind === "struct" || node.kind === "union" || node.kind === "alias",
};

/**
 * Returns the built-in types, the types of the current namespace and of imported ones, and all other types, each with
 * the edit that adds the necessary import.
 */
export function completeTypes(place: CompletionPlace, filter: TypeFilter): Completion[] {
  const { before } = place.line;
  const qualifier = before.at(-1)?.text === "." ? before.at(-2)?.text : undefined;
  return qualifier === undefined ? completeUnqualified(place, filter) : completeQualified(place, qualifier, filter);
}

function completeUnqualified(place: CompletionPlace, filter: TypeFilter): Completion[] {
  const { names, namespace, snapshot, path } = place;
  const imported = names.namespaces.get(namespace)?.imports;
  const edits = new Map<string, readonly TextEdit[]>();
  const items = filter.allowsBuiltins ? completeBuiltins(filter) : [];
  for (const declared of names.definitions()) {
    if (!filter.accepts(declared) || declared.namespace === schemaNamespace) {
      continue;
    }
    if (declared.namespace === namespace) {
      items.push(toItem(declared, declared.node.name.text, filter, 20));
      continue;
    }
    const label = `${declared.namespace}.${declared.node.name.text}`;
    if (imported?.has(declared.namespace) === true) {
      items.push(toItem(declared, label, filter, 40));
    } else if (declared.namespace !== "" && !importsBack(place, declared.namespace)) {
      const edit = edits.get(declared.namespace) ?? addImport(snapshot, path, declared.namespace);
      edits.set(declared.namespace, edit);
      items.push({ ...toItem(declared, label, filter, 50), edits: edit });
    }
  }
  return items;
}

/** Whether a namespace imports the current one, so that the current one cannot import it (IMP-3). */
function importsBack({ names, namespace }: CompletionPlace, other: string): boolean {
  return names.namespaces.get(other)?.imports.has(namespace) === true;
}

function completeQualified(place: CompletionPlace, qualifier: string, filter: TypeFilter): Completion[] {
  const { names, snapshot, path } = place;
  const edits = addImport(snapshot, path, qualifier);
  return [...(names.namespaces.get(qualifier)?.definitions.values() ?? [])]
    .flat()
    .map((node) => ({ namespace: qualifier, node }))
    .filter((declared) => filter.accepts(declared))
    .map((declared) => ({ ...toItem(declared, declared.node.name.text, filter, 20), edits }));
}

function completeBuiltins({ allowsVoid }: TypeFilter): Completion[] {
  return [...builtinTypes]
    .filter(([name]) => allowsVoid || name !== "Void")
    .map(([name, { summary }], index) => ({
      label: name,
      kind: "type",
      detail: summary.replaceAll("`", ""),
      order: (name === "Void" ? 10 : 30) + index / 100,
      target: { kind: "builtin type", name },
    }));
}

function toItem(declared: Declared<Definition>, label: string, { fieldName }: TypeFilter, order: number): Completion {
  const { node } = declared;
  const fits = fieldName !== undefined && fieldName !== "" && isAlike(fieldName, node.name.text);
  return {
    label,
    kind: node.kind === "struct" || node.kind === "union" ? node.kind : "type",
    detail: describe(node),
    order: fits ? 5 : order,
    target: toTarget(declared),
  };
}

function isAlike(field: string, type: string): boolean {
  return field.replace(/_/g, "").toLowerCase() === type.replace(/_/g, "").toLowerCase();
}

function describe(node: Definition): string {
  switch (node.kind) {
    case "struct":
    case "union":
      return typeHead(node);
    case "alias":
      return `alias of ${writeType(node.type)}`;
    case "annotation":
      return `annotation of ${node.type.text}`;
    case "annotation_type":
      return "annotation type";
  }
}

/**
 * Returns the types that a type can extend: those of the same kind, except for its descendants and for listed subtypes
 * (SUB-4).
 */
export function completeParents(place: CompletionPlace, word: string, name: string): Completion[] {
  const kind = word === "struct" ? "struct" : "union";
  const typeInNamespace = typeNamed(place, name);
  const { names } = place;
  const excluded = new Set(
    typeInNamespace === undefined
      ? []
      : [typeInNamespace, ...names.descendants(typeInNamespace)].map(({ node }) => node),
  );
  const listed = new Set<unknown>();
  for (const type of names.types()) {
    const members = type.node.kind === "struct" ? (type.node.subtypes?.members ?? []) : [];
    members.forEach((member) => listed.add(names.referred(type.namespace, member.type)?.node));
  }
  const isMeant = ({ node }: DeclaredType): boolean =>
    node.kind !== "struct" ||
    node.subtypes === undefined ||
    node.subtypes.members.some((member) => member.type.name.text === name);
  return completeTypes(place, {
    ...anyType,
    allowsBuiltins: false,
    accepts: (declared) =>
      isType(declared) &&
      declared.node.kind === kind &&
      !excluded.has(declared.node) &&
      !listed.has(declared.node) &&
      isMeant(declared) &&
      !(word === "union_closed" && declared.node.kind === "union" && !declared.node.closed),
  });
}

/**
 * Returns the structs that extend a struct and are not in its list of subtypes yet. If the line is empty, the
 * completions include tags.
 */
export function completeSubtypes(place: CompletionPlace, owner: DeclaredType): Completion[] {
  const { names, line } = place;
  const members = owner.node.kind === "struct" ? (owner.node.subtypes?.members ?? []) : [];
  const listed = new Set(members.map((member) => names.referred(owner.namespace, member.type)?.node));
  const isEmpty = line.before.length === 0;
  return names
    .children(owner)
    .filter(({ node }) => !listed.has(node))
    .map(({ namespace, node }) => {
      const name = namespace === place.namespace ? node.name.text : `${namespace}.${node.name.text}`;
      return {
        label: name,
        kind: "struct",
        detail: `extends ${owner.node.name.text}`,
        ...(isEmpty ? { text: `${toSnakeCase(node.name.text)} ${name}` } : {}),
        order: 10,
        target: { kind: "definition", namespace, node },
      };
    });
}
