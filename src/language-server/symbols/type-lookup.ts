import { schemaName, schemaNamespace } from "../../ir/names.js";
import type { BuiltinName } from "../../ir/kinds.js";
import { isBuiltinType } from "../../compiler/semantics/builtin-types.js";
import type * as ast from "../../syntax/ast.js";
import { isType, type Declared, type DeclaredType, type Names } from "./names.js";

/** A reference to a type, and the namespace that contains it. */
export interface TypeUse {
  readonly namespace: string;
  readonly ref: ast.TypeRef;
}

/** A field or tag, and the type that declares it. */
export interface FieldOf {
  readonly owner: DeclaredType;
  readonly node: ast.Field;
}

/** A type without aliases and `?`: a struct, a union or a built-in type. */
export type Bare =
  | { readonly kind: "type"; readonly type: DeclaredType }
  | { readonly kind: "builtin"; readonly name: BuiltinName; readonly use: TypeUse };

export function bareType(use: TypeUse, names: Names): Bare | undefined {
  const seen = new Set<ast.TypeRef>();
  for (let at = use; !seen.has(at.ref);) {
    seen.add(at.ref);
    const name = at.ref.name.text;
    if (isBuiltinType(name)) {
      return { kind: "builtin", name, use: at };
    }
    const declared = names.referred(at.namespace, at.ref);
    if (declared === undefined) {
      return undefined;
    }
    if (isType(declared)) {
      return { kind: "type", type: declared };
    }
    if (declared.node.kind !== "alias") {
      return undefined;
    }
    at = { namespace: declared.namespace, ref: declared.node.type };
  }
  return undefined;
}

/** Whether a type is nullable, directly or through aliases. */
export function isNullable(use: TypeUse, names: Names): boolean {
  return aliasChain(use, names).some(({ ref }) => ref.nullable);
}

/** Returns a use of a type, followed by the target of each alias on the way to the type. */
export function aliasChain(use: TypeUse, names: Names): TypeUse[] {
  const chain = [use];
  for (let at: TypeUse | undefined = use; at !== undefined;) {
    const alias: Declared<ast.Alias> | undefined = referredAlias(at, names);
    const next: TypeUse | undefined = alias && { namespace: alias.namespace, ref: alias.node.type };
    at = next !== undefined && chain.some(({ ref }) => ref === next.ref) ? undefined : next;
    if (at !== undefined) {
      chain.push(at);
    }
  }
  return chain;
}

function referredAlias({ namespace, ref }: TypeUse, names: Names): Declared<ast.Alias> | undefined {
  const declared = isBuiltinType(ref.name.text) ? undefined : names.referred(namespace, ref);
  return declared?.node.kind === "alias" ? { namespace: declared.namespace, node: declared.node } : undefined;
}

/** Returns the positional argument at an index if it is a type, such as the item type of a list. */
export function typeArgument({ namespace, ref }: TypeUse, index: number): TypeUse | undefined {
  const value = ref.args?.filter(({ keyword }) => keyword === undefined)[index]?.value;
  return value?.kind === "type" ? { namespace, ref: value } : undefined;
}

/** The index of the argument that is the type of the items or values; undefined for types without such an argument. */
export const elementArguments: Readonly<Record<BuiltinName, number | undefined>> = {
  Boolean: undefined,
  Bytes: undefined,
  Int32: undefined,
  Int64: undefined,
  UInt32: undefined,
  UInt64: undefined,
  Float32: undefined,
  Float64: undefined,
  String: undefined,
  Timestamp: undefined,
  List: 0,
  Map: 1,
  Void: undefined,
};

/** Returns the type of the items of a list or of the values of a map; undefined for others. */
export function elementUse({ name, use }: Extract<Bare, { kind: "builtin" }>): TypeUse | undefined {
  const index = elementArguments[name];
  return index === undefined ? undefined : typeArgument(use, index);
}

/** Returns the struct or union that a type resolves to through aliases, `?`, lists and the values of maps. */
export function innermostType(use: TypeUse, names: Names): DeclaredType | undefined {
  let at: TypeUse | undefined = use;
  for (let depth = 0; at !== undefined && depth < 100; depth++) {
    const bare = bareType(at, names);
    if (bare?.kind !== "builtin") {
      return bare?.type;
    }
    at = elementUse(bare);
  }
  return undefined;
}

/** Returns all fields of a struct or tags of a union, without `other`; those of the root ancestor come first. */
export function allFields(type: DeclaredType, names: Names): FieldOf[] {
  return names
    .lineage(type)
    .toReversed()
    .flatMap((owner) => names.fields(owner).map((node) => ({ owner, node })));
}

export function findField(type: DeclaredType, name: string, names: Names): FieldOf | undefined {
  for (const owner of names.lineage(type)) {
    const node = names.fields(owner).find((field) => field.name.text === name);
    if (node !== undefined) {
      return { owner, node };
    }
  }
  return undefined;
}

/** Returns the type of a field as a use; undefined for a tag without a type. */
export function fieldType({ owner, node }: FieldOf): TypeUse | undefined {
  return node.type && { namespace: owner.namespace, ref: node.type };
}

/** Whether a field is optional: it has a default, or its type is marked with `?`. */
export function isOptional({ node }: FieldOf): boolean {
  return node.default !== undefined || node.type?.nullable === true;
}

/** Whether a union has the tag `other`, declared or inherited. */
export function isOpenUnion(type: DeclaredType, names: Names): boolean {
  return names.lineage(type).some(({ node }) => node.kind === "union" && !node.closed);
}

/** Whether a tag has no value. */
export function isVoidTag(tag: FieldOf, names: Names): boolean {
  const use = fieldType(tag);
  if (use === undefined) {
    return true;
  }
  const bare = bareType(use, names);
  return bare?.kind === "builtin" && bare.name === "Void";
}

/** Returns the subtype that a struct lists under a tag; undefined if there is none. */
export function subtypeOf(type: DeclaredType, tag: string, names: Names): DeclaredType | undefined {
  const member =
    type.node.kind === "struct" ? type.node.subtypes?.members.find(({ name }) => name.text === tag) : undefined;
  const declared = member && names.referred(type.namespace, member.type);
  return declared !== undefined && isType(declared) ? declared : undefined;
}

/** Returns the struct whose fields are the attributes of routes; undefined if the specification does not declare it. */
export function routeSchema(names: Names): DeclaredType | undefined {
  const schema = names.definition(schemaNamespace, schemaName.name);
  return schema !== undefined && isType(schema) ? schema : undefined;
}
