import type { NumberType, PrimitiveType, Type } from "./api.js";

/**
 * Stone's name for each kind of type. References have the name of their target, and nullable types that of their inner
 * type, so that neither is listed.
 */
export const builtinNames = {
  boolean: "Boolean",
  bytes: "Bytes",
  int32: "Int32",
  int64: "Int64",
  uint32: "UInt32",
  uint64: "UInt64",
  float32: "Float32",
  float64: "Float64",
  string: "String",
  timestamp: "Timestamp",
  list: "List",
  map: "Map",
  void: "Void",
} as const satisfies Record<Exclude<Type["kind"], "ref" | "nullable">, string>;

export type BuiltinName = (typeof builtinNames)[keyof typeof builtinNames];

/** Whether a string is the kind of a type. Files from other programs may contain any string. */
export function isTypeKind(kind: string): kind is Type["kind"] {
  return kind === "ref" || kind === "nullable" || Object.hasOwn(builtinNames, kind);
}

const numberKinds = {
  int32: true,
  uint32: true,
  int64: true,
  uint64: true,
  float32: true,
  float64: true,
} satisfies Record<NumberType["kind"], true>;

const primitiveKinds = {
  boolean: true,
  bytes: true,
  ...numberKinds,
  string: true,
  timestamp: true,
} satisfies Record<PrimitiveType["kind"], true>;

export function isNumberType(type: Type): type is NumberType {
  return Object.hasOwn(numberKinds, type.kind);
}

export function isPrimitive(type: Type): type is PrimitiveType {
  return Object.hasOwn(primitiveKinds, type.kind);
}

/** Returns the types inside a type. A reference has none: its target is defined elsewhere. */
export function partsOf(type: Type): readonly Type[] {
  if (isPrimitive(type)) {
    return [];
  }
  switch (type.kind) {
    case "list":
    case "nullable":
      return [type.of];
    case "map":
      return [type.key, type.value];
    case "void":
    case "ref":
      return [];
  }
}
