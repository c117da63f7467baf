import { elementType, labelledType, entryType, type ValueType } from "../../symbols/example-occurrences.js";
import type { DeclaredType, Names } from "../../symbols/names.js";
import {
  isOpenUnion,
  allFields,
  bareType,
  isNullable,
  isVoidTag,
  isOptional,
  type TypeUse,
} from "../../symbols/type-lookup.js";
import { fieldHead } from "../hover.js";
import { fittingValue } from "../fitting-value.js";
import type { Piece } from "../line-context.js";
import type { Completion, CompletionPlace } from "./completion.js";

export function valueItem(label: string, detail: string, order = 10): Completion {
  return { label, kind: "value", detail, order };
}

/** Returns the tags without a value in a union, including `other` if the union is open. */
export function completeVoidTags(union: DeclaredType, names: Names): Completion[] {
  return voidTags(union, names, { order: 30, detail: `any other tag of ${union.node.name.text}` });
}

function voidTags(union: DeclaredType, names: Names, ofOther: Pick<Completion, "order" | "detail">): Completion[] {
  const tags = allFields(union, names)
    .filter((tag) => isVoidTag(tag, names))
    .map((tag): Completion => ({
      label: tag.node.name.text,
      kind: "tag",
      detail: `tag of ${tag.owner.node.name.text}`,
      order: 20,
      target: { kind: "field", ...tag },
    }));
  const other: Completion = { label: "other", kind: "tag", target: { kind: "catch-all", owner: union }, ...ofOther };
  return isOpenUnion(union, names) ? [...tags, other] : tags;
}

/** Returns the labels of the examples of a type. */
function completeLabels(type: DeclaredType): Completion[] {
  return type.node.examples.map((node) => ({
    label: node.label.text,
    kind: "label",
    detail: `example of ${type.node.name.text}`,
    order: node.label.text === "default" ? 5 : 10,
    target: { kind: "label", owner: type, node },
  }));
}

/** Returns the possible defaults of a field with this type: Booleans, or tags without a value. */
export function completeDefault(use: TypeUse, names: Names): Completion[] {
  const bare = bareType(use, names);
  if (bare?.kind === "type") {
    return bare.type.node.kind === "union" ? completeVoidTags(bare.type, names) : [];
  }
  return bare?.name === "Boolean" ? [valueItem("true", "Boolean"), valueItem("false", "Boolean")] : [];
}

/** Returns the possible values of an example's entry, given the tokens of the value before the offset. */
function completeExampleValue(type: ValueType | undefined, pieces: readonly Piece[], names: Names): Completion[] {
  let at = type;
  // Each open bracket goes one level deeper into the type.
  const open: ("List" | "Map")[] = [];
  for (const { text } of pieces) {
    if (text === "[" || text === "{") {
      open.push(text === "[" ? "List" : "Map");
    } else if (text === "]" || text === "}") {
      open.pop();
    }
  }
  const last = pieces.at(-1)?.text;
  if (open.at(-1) === "Map" && last !== ":") {
    return [];
  }
  for (const kind of open) {
    at = elementType(at, kind, names);
  }
  return at === undefined ? [] : valuesOf(at, names);
}

function valuesOf(type: ValueType, names: Names): Completion[] {
  const nothing = "use" in type && isNullable(type.use, names) ? [valueItem("null", "no value", 90)] : [];
  const labelled = labelledType(type, names);
  if (labelled !== undefined) {
    // Stone allows `other`, but the compiler warns about it.
    const other = { order: 95, detail: "never sent: strict decoders reject it" };
    const tags = labelled.node.kind === "union" ? voidTags(labelled, names, other) : [];
    const labels = completeLabels(labelled);
    return [...labels, ...tags.filter(({ label }) => labels.every((other) => other.label !== label)), ...nothing];
  }
  const bare = "use" in type ? bareType(type.use, names) : undefined;
  if (bare?.kind !== "builtin") {
    return nothing;
  }
  switch (bare.name) {
    case "Boolean":
      return [valueItem("true", "Boolean"), valueItem("false", "Boolean"), ...nothing];
    case "Void":
      return [valueItem("null", "no value")];
    case "Bytes":
    case "Int32":
    case "Int64":
    case "UInt32":
    case "UInt64":
    case "Float32":
    case "Float64":
    case "String":
    case "Timestamp":
    case "List":
    case "Map":
      return nothing;
  }
}

/** Returns the completions on a line of an example: names of fields, or values. */
export function completeInExample(place: CompletionPlace, type: DeclaredType): Completion[] {
  const { before } = place.line;
  const [name, equals] = before;
  if (name === undefined) {
    return completeEntries(place, type);
  }
  return equals?.text === "="
    ? completeExampleValue(entryType(type, name.text, place.names), before.slice(2), place.names)
    : [];
}

/**
 * Returns the fields that an example does not set yet, required ones first. For a union or a struct with subtypes,
 * returns the tags if the example is empty.
 */
function completeEntries({ names, line }: CompletionPlace, type: DeclaredType): Completion[] {
  const written = new Set([...line.siblings.map(({ pieces }) => pieces[0]?.text ?? ""), ...line.following]);
  const subtypes = type.node.kind === "struct" ? type.node.subtypes : undefined;
  if (subtypes !== undefined) {
    return written.size > 0
      ? []
      : subtypes.members.map((node) => ({
          label: node.name.text,
          kind: "tag",
          detail: node.type.name.text,
          snippet: `${node.name.text} = \${1:default}`,
          order: 10,
          target: { kind: "subtype", owner: type, node },
        }));
  }
  if (type.node.kind === "union" && written.size > 0) {
    return [];
  }
  return allFields(type, names)
    .filter(({ node }) => !written.has(node.name.text))
    .map((field) => ({
      label: field.node.name.text,
      kind: type.node.kind === "union" ? "tag" : "field",
      detail: fieldHead(field.node),
      snippet: `${field.node.name.text} = \${1:${fittingValue(field, names)}}`,
      order: isOptional(field) ? 20 : 10,
      target: { kind: "field", ...field },
    }));
}
