import { isOpenUnion, allFields, bareType, isNullable, isVoidTag, type TypeUse } from "../../symbols/type-lookup.js";
import type { DeclaredType, Names } from "../../symbols/names.js";
import { elementType, labelledType, type ValueType } from "../../symbols/example-occurrences.js";
import type { Piece } from "../scan.js";
import type { Completion } from "./completion.js";

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
export function completeExampleValue(
  type: ValueType | undefined,
  pieces: readonly Piece[],
  names: Names,
): Completion[] {
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
