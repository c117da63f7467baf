import { schemaNamespace } from "../../../ir/names.js";
import { addImport } from "../edits/add-import.js";
import type { TextEdit } from "../edits/text-edit.js";
import type { Declared, Definition } from "../../symbols/names.js";
import { toTarget } from "../../symbols/target.js";
import { writeType } from "../type-text.js";
import { typeHead } from "../hover/describe-target.js";
import { builtinTypes } from "../vocabulary.js";
import type { Completion } from "./completion.js";
import type { CompletionPlace } from "./place.js";

/** Which types to offer. */
export interface TypeFilter {
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
