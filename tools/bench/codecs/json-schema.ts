import type { Field, Name, Type } from "../../../src/ir/api.js";
import type { Lookup } from "../../../src/ir/walk.js";
import { base64Pattern, integerBounds, enginePattern, timestampPatterns } from "./names-and-limits.js";

type Schema = Readonly<Record<string, unknown>>;

/**
 * How a schema represents tagged unions: with `discriminator`, so that ajv checks the tag first, or with `anyOf`, where
 * validators stop at the first matching variant.
 */
export type Choice = "discriminator" | "anyOf";

/**
 * Returns the JSON Schema of a type and all types that it refers to. It accepts or rejects unknown fields. README.md
 * lists what it does not check.
 */
export function jsonSchema(root: Name, lookup: Lookup, choice: Choice, unknownFields = true): Schema {
  return new SchemaOfTypes(lookup, choice, unknownFields).of(root);
}

class SchemaOfTypes {
  readonly #lookup: Lookup;
  readonly #choice: Choice;
  readonly #unknownFields: boolean;
  readonly #definitions: Record<string, Schema> = {};

  constructor(lookup: Lookup, choice: Choice, unknownFields: boolean) {
    this.#lookup = lookup;
    this.#choice = choice;
    this.#unknownFields = unknownFields;
  }

  of(root: Name): Schema {
    return { ...this.#type({ kind: "ref", ...root }), $defs: this.#definitions };
  }

  #type(type: Type): Schema {
    switch (type.kind) {
      case "boolean":
        return { type: "boolean" };
      case "void":
        return { type: "null" };
      case "bytes":
        return { type: "string", pattern: base64Pattern };
      case "timestamp":
        return disallowNull({ type: "string", pattern: timestampPatterns.get(type.format) });
      case "string": {
        const { minLength, maxLength } = type;
        return disallowNull({ type: "string", minLength, maxLength, pattern: enginePattern(type) });
      }
      case "float32":
      case "float64":
        return disallowNull({ type: "number", minimum: number(type.min), maximum: number(type.max) });
      case "list":
        return disallowNull({
          type: "array",
          items: this.#type(type.of),
          minItems: type.minItems,
          maxItems: type.maxItems,
        });
      case "map":
        return {
          type: "object",
          propertyNames: this.#type(type.key),
          additionalProperties: this.#type(type.value),
        };
      case "nullable":
        return { anyOf: [this.#type(type.of), { type: "null" }] };
      case "ref":
        return this.#named(type);
      default: {
        const [min, max] = integerBounds[type.kind];
        return { type: "integer", minimum: number(type.min) ?? min, maximum: number(type.max) ?? max };
      }
    }
  }

  #named(name: Name): Schema {
    const definition = this.#lookup.definition(name);
    if (definition.kind === "alias") {
      return this.#type(definition.alias.type);
    }
    const id = `${name.namespace}.${name.name}`;
    if (!Object.hasOwn(this.#definitions, id)) {
      this.#definitions[id] = {}; // types may contain themselves
      this.#definitions[id] = this.#closed(definition.kind === "union" ? this.#union(name) : this.#structOrTree(name));
    }
    return { $ref: `#/$defs/${id}` };
  }

  /** Returns the schema of a struct or union. Excludes unknown fields if they are rejected. */
  #closed(schema: Schema): Schema {
    if (this.#unknownFields) {
      return schema;
    }
    const choice = this.#choice === "anyOf" ? "anyOf" : "oneOf";
    const variants = schema[choice];
    return Array.isArray(variants)
      ? { ...schema, [choice]: variants.map((variant: Schema) => this.#closed(variant)) }
      : { ...schema, additionalProperties: false };
  }

  #structOrTree(name: Name): Schema {
    const { subtypes } = this.#lookup.struct(name);
    return subtypes === undefined
      ? { type: "object", ...this.#members(name) }
      : this.#oneOf(subtypes.tags.map((tag) => taggedObject({ const: tag.name }, this.#members(tag.type))));
  }

  #members(name: Name): Members {
    const fields = this.#lookup.allFields(name).map(({ field }) => field);
    const required = fields.filter((field) => field.default === undefined && !this.#lookup.isNullable(field.type));
    return {
      properties: Object.fromEntries(fields.map((field) => [field.name, this.#withoutNull(field)])),
      required: required.map((field) => field.name),
    };
  }

  #union(name: Name): Schema {
    const tags = this.#lookup.allFields(name).map(({ field }) => field);
    const bare = tags.filter((tag) => this.#lookup.withoutAliases(tag.type).kind === "void");
    const valuedTags = tags.filter((tag) => !bare.includes(tag));
    return this.#oneOf([
      ...(bare.length === 0 ? [] : [taggedObject({ enum: bare.map((tag) => tag.name) })]),
      ...valuedTags.map((tag) => this.#variant(tag)),
    ]);
  }

  #variant(tag: Field): Schema {
    const struct = this.#lookup.plainStruct(this.#lookup.withoutNull(tag.type));
    if (struct !== undefined) {
      return taggedObject({ const: tag.name }, this.#members(struct.name));
    }
    const required = this.#lookup.isNullable(tag.type) ? [] : [tag.name];
    return taggedObject({ const: tag.name }, { properties: { [tag.name]: this.#withoutNull(tag) }, required });
  }

  #withoutNull(field: Field): Schema {
    return this.#type(this.#lookup.withoutNull(field.type));
  }

  #oneOf(variants: readonly Schema[]): Schema {
    const [only] = variants;
    if (only !== undefined && variants.length === 1) {
      return only;
    }
    return this.#choice === "anyOf"
      ? { anyOf: variants }
      : { type: "object", discriminator: { propertyName: ".tag" }, required: [".tag"], oneOf: variants };
  }
}

/** The properties of an object, and the required ones. */
interface Members {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

function taggedObject(tag: Schema, { properties, required }: Members = { properties: {}, required: [] }): Schema {
  return { type: "object", properties: { ".tag": tag, ...properties }, required: [".tag", ...required] };
}

function disallowNull(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

function number(limit: number | bigint | undefined): number | undefined {
  return limit === undefined ? undefined : Number(limit);
}
