/** A type of generated code as plain data. */
export type TypeNode =
  | { readonly kind: "keyword"; readonly name: string }
  | { readonly kind: "reference"; readonly name: string; readonly args: readonly TypeNode[] }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "union" | "intersection"; readonly of: readonly TypeNode[] }
  | { readonly kind: "array"; readonly item: TypeNode }
  | { readonly kind: "object"; readonly members: readonly MemberType[] }
  | { readonly kind: "mapped"; readonly variable: string; readonly keys: TypeNode; readonly type: TypeNode }
  | { readonly kind: "indexed"; readonly of: TypeNode; readonly key: TypeNode }
  | { readonly kind: "keyof"; readonly of: TypeNode }
  | { readonly kind: "function"; readonly parameters: readonly MemberType[]; readonly result: TypeNode };

/** A property of an object type or an interface, or a parameter of a function type. */
export interface MemberType {
  /** The name as written in code: `size`, `".tag"`, `[key: string]`. */
  readonly name: string;
  readonly type: TypeNode;
  /** The part of the specification that the name stands for, as findings name it: `files.Metadata.size`. */
  readonly origin?: string | undefined;
  readonly isReadonly?: boolean;
  readonly isOptional?: boolean;
  readonly doc?: string | undefined;
}

/** Returns a reference to a declared type: `files.Metadata`, `Promise<undefined>`. */
export function reference(name: string, ...args: readonly TypeNode[]): TypeNode {
  return { kind: "reference", name, args: args.length === 0 ? none : args };
}

/** Shared by all types without arguments, of which a large API has many. */
const none: readonly TypeNode[] = [];

/** Returns the type of a single string. */
export function textType(text: string): TypeNode {
  return { kind: "text", text };
}

/** Returns a union. Nested unions are flattened; a single type is returned unchanged; without types, the result is `never`. */
export function union(types: readonly TypeNode[]): TypeNode {
  const of = types.some(({ kind }) => kind === "union")
    ? types.flatMap((type) => (type.kind === "union" ? type.of : type))
    : types;
  const [first = neverType] = of;
  return of.length < 2 ? first : { kind: "union", of };
}

export function intersection(...of: readonly TypeNode[]): TypeNode {
  return { kind: "intersection", of };
}

export function arrayType(item: TypeNode): TypeNode {
  return { kind: "array", item };
}

export function objectType(members: readonly MemberType[]): TypeNode {
  return { kind: "object", members };
}

/** Returns an object type with arbitrary keys and values of a type. */
export function dictionary(value: TypeNode): TypeNode {
  return objectType([{ name: "[key: string]", type: value }]);
}

/** Returns a mapped type. `variable` is the name of the key in `type`. */
export function mappedType(variable: string, keys: TypeNode, type: TypeNode): TypeNode {
  return { kind: "mapped", variable, keys, type };
}

/** Returns an indexed access type: `Shapes["list"]`. */
export function indexedType(of: TypeNode, key: TypeNode): TypeNode {
  return { kind: "indexed", of, key };
}

export function keyOf(of: TypeNode): TypeNode {
  return { kind: "keyof", of };
}

export function functionType(parameters: readonly MemberType[], result: TypeNode): TypeNode {
  return { kind: "function", parameters, result };
}

function keyword(name: string): TypeNode {
  return { kind: "keyword", name };
}

export const bigintType = keyword("bigint");
export const booleanType = keyword("boolean");
export const neverType = keyword("never");
export const nullType = keyword("null");
export const numberType = keyword("number");
export const stringType = keyword("string");
export const undefinedType = keyword("undefined");
export const unknownType = keyword("unknown");
export const voidType = keyword("void");
