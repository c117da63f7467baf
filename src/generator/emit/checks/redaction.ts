import { notation, type Expression } from "../../code/tree/expression.js";
import type { Type } from "../../../ir/api.js";
import { redactorForm } from "../../../patterns/runtime-form.js";
import type { Context } from "../../facts/context.js";
import { notPortable } from "./not-portable.js";

/**
 * Returns the kind of the values to be hashed; for lists and maps, the kind of their items. The runtime cannot detect the
 * kind, because bytes and timestamps are strings, and whole floats look like integers. A float that is the value of a tag is
 * hashed like other values.
 */
export function hashKind(type: Type, isFloatField: boolean, { lookup }: Context): "plain" | "float" | "opaque" {
  const bare = lookup.bare(type);
  const item = bare.kind === "list" ? bare.of : bare.kind === "map" ? bare.value : bare;
  const scalar = lookup.bare(item);
  switch (scalar.kind) {
    case "float32":
    case "float64":
      return isFloatField || bare !== item ? "float" : "plain";
    case "bytes":
    case "timestamp":
    case "list":
    case "map":
      return "opaque";
    case "boolean":
    case "int32":
    case "uint32":
    case "int64":
    case "uint64":
    case "string":
    case "void":
    case "nullable":
    case "ref":
      return "plain";
  }
}

/** Returns the regular expression of a redactor, as a literal. */
export function searchPattern(regex: string): Expression {
  const form = redactorForm(regex);
  return notation(`/${form.kind === "refused" ? notPortable(form) : form.source}/u`);
}
