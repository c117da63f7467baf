import type { Json, Type } from "../../../ir/api.js";
import type { Context } from "../../facts/context.js";

type Members = Readonly<Record<string, Json>>;

/** Thrown if an example cannot be shown as code. */
class NotShown extends Error {}

/**
 * Returns the value in memory for an example in JSON. Depending on the options of the package, 64-bit integers become
 * bigints, and timestamps become Dates. Undefined if `Date` cannot parse a timestamp.
 */
export function exampleValue(json: Json, type: Type, context: Context): unknown {
  try {
    return convert(json, type, context);
  } catch (thrown) {
    if (thrown instanceof NotShown) {
      return undefined;
    }
    throw thrown;
  }
}

function convert(json: Json, type: Type, context: Context): unknown {
  const { lookup, options } = context;
  const bare = lookup.bare(type);
  switch (bare.kind) {
    case "int64":
    case "uint64":
      return options.int64 === "bigint" && typeof json === "number" ? BigInt(json) : json;
    case "timestamp":
      return options.timestamps === "date" && typeof json === "string" ? parseDate(json) : json;
    case "list":
      return Array.isArray(json) ? json.map((item: Json) => convert(item, bare.of, context)) : json;
    case "map":
      return isObject(json) ? mapMembers(json, (member) => convert(member, bare.value, context)) : json;
    case "ref":
      return isObject(json) ? convertMembers(json, bare, context) : json;
    case "boolean":
    case "bytes":
    case "int32":
    case "uint32":
    case "float32":
    case "float64":
    case "string":
    case "void":
    case "nullable":
      return json;
  }
}

/** Converts the members of a struct, of a subtype, or of a union's variant. */
function convertMembers(json: Members, type: Extract<Type, { kind: "ref" }>, context: Context): unknown {
  const { lookup } = context;
  const definition = lookup.definition(type);
  const tag = json[".tag"];
  if (definition.kind === "union") {
    const variant = lookup.field(type, tag)?.field.type;
    const struct = variant && lookup.plainStruct(lookup.withoutNull(variant));
    if (variant === undefined || struct === undefined) {
      return mapMembers(json, (member, name) => (name === tag && variant ? convert(member, variant, context) : member));
    }
    return convertFields(json, struct.name, context);
  }
  const subtypes = definition.kind === "struct" ? (definition.subtypes?.tags ?? []) : [];
  const subtype = subtypes.find(({ name }) => name === tag)?.type;
  return convertFields(json, subtype ?? type, context);
}

function convertFields(json: Members, struct: { namespace: string; name: string }, context: Context): unknown {
  const types = new Map(context.lookup.allFields(struct).map(({ field }) => [field.name, field.type]));
  return mapMembers(json, (member, name) => {
    const type = types.get(name);
    return type === undefined ? member : convert(member, type, context);
  });
}

function mapMembers(json: Members, change: (member: Json, name: string) => unknown): unknown {
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, change(member, name)]));
}

function parseDate(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) {
    throw new NotShown();
  }
  return date;
}

function isObject(json: Json): json is Members {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
