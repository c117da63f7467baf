import type { Decode, DecodeOptions } from "../codecs/check.js";
import { schema } from "../schema/schema.js";
import type { StandardSchemaV1 } from "../schema/standard-schema.js";

/** A JSON Schema (draft 2020-12). */
type JsonSchema = Readonly<Record<string, unknown>>;

/** A Standard Schema that can be converted to JSON Schema: the interfaces `StandardSchemaV1` and `StandardJSONSchemaV1`. */
export interface StandardJsonSchema<Input = unknown, Output = Input> {
  readonly "~standard": StandardSchemaV1<Input, Output>["~standard"] & {
    /** Return the JSON Schemas of the input and of the output. Throw a TypeError for targets other than `draft-2020-12`. */
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

/** Returns a {@link StandardJsonSchema} for the type of a decoder: `schema(decodeGetMetadataArg)`. */
export type SchemaOf = <Output, Input>(
  decode: Decode<Output, Input>,
  options?: DecodeOptions,
) => StandardJsonSchema<unknown extends Input ? Output : Input, Output>;

/** The schemas of an API's types. */
export interface SchemasApi {
  /** Returns each decoder with the name of its type's definition. */
  readonly decoders: () => readonly (readonly [decode: unknown, definition: string])[];
  /** Definition to the schema of the JSON that strict readers accept. */
  readonly write: Readonly<Record<string, JsonSchema>>;
  /** Definition to the schema of the JSON that lenient readers accept. */
  readonly read: Readonly<Record<string, JsonSchema>>;
}

/** Returns the function `schema` of a package. */
export function schemaOf(api: SchemasApi): SchemaOf {
  let known: ReadonlyMap<unknown, string> | undefined;
  return (decode, options) => {
    known ??= new Map(api.decoders());
    const definition = known.get(decode);
    if (definition === undefined) {
      throw new TypeError("This is no decoder of the package, such as decodeFileMetadata");
    }
    const { "~standard": standard } = schema(decode, options);
    const accepted = options?.strict === false ? api.read : api.write;
    return {
      "~standard": {
        ...standard,
        jsonSchema: {
          input: ({ target }) => document(definition, accepted, target),
          output: ({ target }) => document(definition, api.read, target),
        },
      },
    };
  };
}

/** Returns the JSON Schema of a definition, together with all definitions to which it refers. */
function document(
  definition: string,
  definitions: Readonly<Record<string, JsonSchema>>,
  target: string,
): Record<string, unknown> {
  if (target !== "draft-2020-12") {
    throw new TypeError(`The target ${target} is not supported: there is draft-2020-12`);
  }
  const needed = new Map<string, unknown>();
  const visit = (value: unknown): void => {
    if (typeof value === "object" && value !== null) {
      const reference: unknown = Reflect.get(value, "$ref");
      if (typeof reference === "string") {
        add(reference.slice(prefix.length));
      }
      Object.values(value).forEach(visit);
    }
  };
  const add = (name: string): void => {
    if (!needed.has(name)) {
      needed.set(name, definitions[name]);
      visit(definitions[name]);
    }
  };
  add(definition);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $ref: prefix + definition,
    $defs: Object.fromEntries(needed),
  };
}

const prefix = "#/$defs/";
