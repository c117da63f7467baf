import type * as ast from "../../syntax/ast.js";
import type { DeclaredType, Names } from "./names.js";
import { findMember, type Target } from "./target.js";
import type { Context } from "./occurrence.js";
import { bareType, fieldType, elementUse, subtypeOf, type TypeUse } from "./type-lookup.js";

/** The type of a value in an example. For the tag of a listed subtype, it is the struct. */
export type ValueType = { readonly use: TypeUse } | { readonly type: DeclaredType };

/** Visits the names in the entries of an example of a type. */
export function visitExample(example: ast.Example, type: DeclaredType, context: Context): void {
  const { names, visit } = context;
  for (const { name, value } of example.entries) {
    const resolve = (): Target | undefined => findEntry(type, name.text, names);
    visit({ role: "entry", text: name.text, span: name.span, resolve });
    visitValue(value, () => entryType(type, name.text, names), context);
  }
}

/** Returns the target of an entry's name: a field, a tag, or the tag of a listed subtype. */
function findEntry(type: DeclaredType, name: string, names: Names): Target | undefined {
  if (type.node.kind === "struct" && type.node.subtypes !== undefined) {
    const node = type.node.subtypes.members.find((member) => member.name.text === name);
    if (node !== undefined) {
      return { kind: "subtype", owner: type, node };
    }
  }
  return findMember(type, name, names);
}

/** Returns the type of an entry's value in an example of a type. */
export function entryType(type: DeclaredType, name: string, names: Names): ValueType | undefined {
  const subtype = subtypeOf(type, name, names);
  if (subtype !== undefined) {
    return { type: subtype };
  }
  const member = findMember(type, name, names);
  const use = member?.kind === "field" ? fieldType(member) : undefined;
  return use && { use };
}

function visitValue(value: ast.ExampleValue, type: () => ValueType | undefined, context: Context): void {
  const { names, visit } = context;
  switch (value.kind) {
    case "word": {
      const resolve = (): Target | undefined => {
        const owner = labelledType(type(), names);
        return owner && findLabel(owner, value.text, names);
      };
      visit({ role: "label", text: value.text, span: value.span, resolve });
      break;
    }
    case "list":
      value.items.forEach((item) => {
        visitValue(item, () => elementType(type(), "List", names), context);
      });
      break;
    case "map":
      value.pairs.forEach((pair) => {
        visitValue(pair.value, () => elementType(type(), "Map", names), context);
      });
      break;
    case "literal":
      break;
  }
}

/** Returns the type of the items of a list or of the values of a map. */
export function elementType(type: ValueType | undefined, kind: "List" | "Map", names: Names): ValueType | undefined {
  const bare = type !== undefined && "use" in type ? bareType(type.use, names) : undefined;
  if (bare?.kind !== "builtin" || bare.name !== kind) {
    return undefined;
  }
  const use = elementUse(bare);
  return use && { use };
}

/** Returns the struct or union whose example labels are valid values; undefined for other types. */
export function labelledType(type: ValueType | undefined, names: Names): DeclaredType | undefined {
  if (type === undefined || "type" in type) {
    return type?.type;
  }
  const bare = bareType(type.use, names);
  return bare?.kind === "type" ? bare.type : undefined;
}

/** Returns the example with this label, or the tag with this name (EX-6). */
function findLabel(owner: DeclaredType, label: string, names: Names): Target | undefined {
  const node = owner.node.examples.find((example) => example.label.text === label);
  if (node !== undefined) {
    return { kind: "label", owner, node };
  }
  return owner.node.kind === "union" ? findMember(owner, label, names) : undefined;
}
