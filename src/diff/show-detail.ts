import type { Limit, Type } from "../ir/api.js";
import { versioned, type VersionedName } from "../ir/names.js";
import { isNumberType, builtinNames, isTypeKind } from "../ir/kinds.js";

/** Returns a short form of a type, a default, a name or an attribute value; undefined for anything else. */
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
      if ("version" in detail && "name" in detail) {
        return versioned(detail as VersionedName);
      }
      return "kind" in detail && isType(detail) ? showType(detail) : undefined;
    default:
      return undefined;
  }
}

function isType(detail: { kind: unknown }): detail is Type {
  return typeof detail.kind === "string" && isTypeKind(detail.kind);
}

/** Returns a type in Stone's notation. */
function showType(type: Type): string {
  if (isNumberType(type)) {
    return withArguments(type.kind, [limit("min_value", type.min), limit("max_value", type.max)]);
  }
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
      return builtinNames[type.kind];
  }
}

function limit(name: string, value: Limit | undefined): string | undefined {
  return value === undefined ? undefined : `${name}=${value}`;
}

function withArguments(kind: keyof typeof builtinNames, given: readonly (string | undefined)[]): string {
  const texts = given.filter((text) => text !== undefined);
  return texts.length === 0 ? builtinNames[kind] : `${builtinNames[kind]}(${texts.join(", ")})`;
}
