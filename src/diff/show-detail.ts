import type { Limit, Type } from "../ir/api.js";

/** A short form of a type, a default, a name or the value of an attribute; undefined if there is none. */
export function showDetail(detail: unknown): string | undefined {
  switch (typeof detail) {
    case "string":
      return JSON.stringify(detail);
    case "number":
    case "bigint":
    case "boolean":
      return String(detail);
    case "object":
      if (detail === null) {
        return "none";
      }
      if ("tag" in detail) {
        return String(detail.tag);
      }
      return "kind" in detail && isType(detail) ? showType(detail) : undefined;
    default:
      return undefined;
  }
}

const kinds = {
  boolean: "Boolean",
  bytes: "Bytes",
  void: "Void",
  int32: "Int32",
  uint32: "UInt32",
  int64: "Int64",
  uint64: "UInt64",
  float32: "Float32",
  float64: "Float64",
  string: "String",
  timestamp: "Timestamp",
  list: "List",
  map: "Map",
} as const;

function isType(detail: { kind: unknown }): detail is Type {
  return (
    typeof detail.kind === "string" &&
    (detail.kind === "ref" || detail.kind === "nullable" || Object.hasOwn(kinds, detail.kind))
  );
}

/** A type as Stone writes it. */
function showType(type: Type): string {
  switch (type.kind) {
    case "ref":
      return `${type.namespace}.${type.name}`;
    case "nullable":
      return `${showType(type.of)}?`;
    case "timestamp":
      return withArguments(type.kind, [JSON.stringify(type.format)]);
    case "list": {
      const limits = [limit("min_items", type.minItems), limit("max_items", type.maxItems)];
      return withArguments(type.kind, [showType(type.of), ...limits]);
    }
    case "map":
      return withArguments(type.kind, [showType(type.key), showType(type.value)]);
    case "string": {
      const pattern = type.pattern === undefined ? undefined : `pattern=${JSON.stringify(type.pattern)}`;
      const limits = [limit("min_length", type.minLength), limit("max_length", type.maxLength)];
      return withArguments(type.kind, [...limits, pattern]);
    }
    case "boolean":
    case "bytes":
    case "void":
      return kinds[type.kind];
    default:
      return withArguments(type.kind, [limit("min_value", type.min), limit("max_value", type.max)]);
  }
}

function limit(name: string, value: Limit | undefined): string | undefined {
  return value === undefined ? undefined : `${name}=${value}`;
}

function withArguments(kind: keyof typeof kinds, given: readonly (string | undefined)[]): string {
  const texts = given.filter((text) => text !== undefined);
  return texts.length === 0 ? kinds[kind] : `${kinds[kind]}(${texts.join(", ")})`;
}
