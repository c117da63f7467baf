import type { Alias, Field, Name, NumberType, Redactor, Struct, Type, Union, Value } from "../../ir/api.js";
import { isNumberType } from "../../ir/kinds.js";
import { qualified } from "../../ir/names.js";
import type { Printed } from "../../ir/print-json.js";
import type { Lookup } from "../../ir/walk.js";
import { acceptsNothing } from "../notes/catalogue.js";
import type { NoteList } from "../notes/note-list.js";
import { MemberRules } from "../schema/member-rules.js";
import { objectSchema, type Member } from "../schema/object-schema.js";
import { fieldText, plainText } from "../../ir/plain-text.js";
import { bytesSchema, numberSchema, nothingMatches, stringSchema, timestampSchema } from "../schema/scalars.js";
import type { Schema, SchemaOptions, View } from "../schema/schema.js";

/** The variant for the tag `other` in open unions. No type has this name, because names of types contain a dot. */
const otherVariant = "#/components/schemas/Other";

/** The schema of that variant. */
export const otherSchema: Schema = {
  description: "A tag that is newer than this document.",
  type: "object",
  properties: { ".tag": { type: "string", const: "other" } },
  required: [".tag"],
};

/**
 * Creates schemas for client generators. They accept a subset of what readers accept, and avoid features that generators do
 * not support: unions are closed and consist of components with a `.tag`, and no `allOf` has to be merged.
 */
export class CodegenSchemas {
  readonly #lookup: Lookup;
  readonly #members: MemberRules;
  readonly #view: View;
  readonly #options: SchemaOptions;
  readonly #reference: (definition: string) => string;
  readonly #notes: NoteList;

  constructor(
    lookup: Lookup,
    view: View,
    options: SchemaOptions,
    reference: (definition: string) => string,
    notes: NoteList,
  ) {
    this.#lookup = lookup;
    this.#members = new MemberRules(lookup, options.callers);
    this.#view = view;
    this.#options = options;
    this.#reference = reference;
    this.#notes = notes;
  }

  /** Returns the definitions of a type, including one for each variant, such as `files.Metadata.tag.file`. */
  definitions(name: Name): readonly (readonly [name: string, schema: Schema])[] {
    const definition = this.#lookup.definition(name);
    return definition.kind === "alias" ? [this.#alias(name, definition.alias)] : this.#type(name, definition);
  }

  schema(type: Type, place: string): Schema {
    if (isNumberType(type)) {
      return this.#number(type);
    }
    switch (type.kind) {
      case "boolean":
        return { type: "boolean" };
      case "bytes":
        return bytesSchema;
      case "void":
        return { type: "null" };
      case "string":
        return stringSchema(type, (note) => this.#notes.add(note(place)));
      case "timestamp":
        return timestampSchema(type.format, { ...this.#options, formats: true }, (note) =>
          this.#notes.add(note(place)),
        );
      case "list":
        return { type: "array", items: this.schema(type.of, place), minItems: type.minItems, maxItems: type.maxItems };
      case "map":
        return {
          type: "object",
          propertyNames: this.schema(type.key, place),
          additionalProperties: this.schema(type.value, place),
        };
      case "nullable":
        return { anyOf: [this.schema(type.of, place), { type: "null" }] };
      case "ref":
        return this.#referTo(qualified(type));
    }
  }

  /** Returns the schema of a number. 64-bit integers have only the bounds of the specification, because generators cannot write those of the type. */
  #number(type: NumberType): Schema {
    switch (type.kind) {
      case "int64":
        return { type: "integer", format: "int64", minimum: type.min, maximum: type.max };
      case "uint64":
        return { type: "integer", format: "uint64", minimum: type.min ?? 0, maximum: type.max };
      case "float32":
      case "float64":
        return { ...numberSchema(type, {}), format: type.kind === "float32" ? "float" : "double" };
      case "int32":
      case "uint32":
        return { ...numberSchema(type, {}), format: type.kind };
    }
  }

  #referTo(definition: string): Schema {
    return { $ref: this.#reference(definition) };
  }

  #alias(name: Name, { doc, type, redactor, annotations }: Alias): [string, Schema] {
    const extensions = annotated(redactor, annotations);
    return [qualified(name), withExtensions(this.schema(type, qualified(name)), plainText(doc), undefined, extensions)];
  }

  #type(name: Name, type: Struct | Union): [string, Schema][] {
    const description = plainText(type.doc);
    if (type.kind === "union") {
      return this.#union(name, description);
    }
    if (type.subtypes === undefined) {
      return [[qualified(name), { description, ...objectSchema(this.#fields(name), this.#isClosed) }]];
    }
    const variants = type.subtypes.tags.map(({ name: tag, type: subtype }): [string, Schema] => [
      variantName(name, tag),
      { description: plainText(this.#lookup.struct(subtype).doc), ...this.#tagged(tag, this.#fields(subtype)) },
    ]);
    const choice = choiceOf(type.subtypes.tags.map((tag) => [tag.name, this.#reference(variantName(name, tag.name))]));
    return [
      [qualified(name), { description, ...choice, "x-open": type.subtypes.closed ? undefined : true }],
      ...variants,
    ];
  }

  get #isClosed(): boolean {
    return this.#view === "write";
  }

  #union(name: Name, description: string | undefined): [string, Schema][] {
    const open = this.#lookup.isOpen(name) || undefined;
    // Servers may send `other`, clients may not.
    const tags = this.#members.visible(name).filter(({ field }) => !field.catchAll || this.#view === "read");
    if (tags.length === 0) {
      this.#notes.add(acceptsNothing(qualified(name), "the union has no tag that may be sent"));
      return [[qualified(name), { description, ...nothingMatches, "x-open": open }]];
    }
    // A union refers to the variants of the tags that it inherits.
    const own = tags.filter(({ field, owner }) => qualified(owner) === qualified(name) && !field.catchAll);
    const variants = own.map(({ field, owner }): [string, Schema] => [
      variantName(owner, field.name),
      {
        description: fieldText(field),
        deprecated: field.deprecated || undefined,
        ...this.#variant(field, `${qualified(owner)}.${field.name}`),
        ...this.#extensions(field),
      },
    ]);
    const choice = choiceOf(
      tags.map(({ field, owner }) => [
        field.name,
        field.catchAll ? otherVariant : this.#reference(variantName(owner, field.name)),
      ]),
    );
    const bare = tags.filter(({ field }) => this.#members.isVoid(field.type)).map(({ field }) => field.name);
    const written =
      this.#view === "write" && bare.length > 0 ? { anyOf: [{ type: "string", enum: bare }, choice] } : choice;
    return [[qualified(name), { description, ...written, "x-open": open }], ...variants];
  }

  #variant(field: Field, place: string): Schema {
    const isNullable = this.#lookup.isNullable(field.type);
    if (this.#members.isVoid(field.type)) {
      return this.#tagged(field.name, []);
    }
    const struct = this.#lookup.plainStruct(this.#lookup.withoutNull(field.type));
    if (struct === undefined) {
      const member = { name: field.name, schema: this.schema(field.type, place), isRequired: !isNullable };
      return this.#tagged(field.name, [member], true);
    }
    const fields = this.#fields(struct.name);
    return isNullable ? this.#nullableStruct(field.name, fields) : this.#tagged(field.name, fields);
  }

  /** Returns the schema of an object with the tag alone, or with all required fields as well. */
  #nullableStruct(tag: string, fields: readonly Member[]): Schema {
    const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    const optional = fields.map((field) => ({ ...field, isRequired: false }));
    const needed = fields
      .map(({ name }) => [name, required.filter((other) => other !== name)] as const)
      .filter(([, others]) => others.length > 0);
    return {
      ...this.#tagged(tag, optional, true),
      dependentRequired: needed.length === 0 ? undefined : Object.fromEntries(needed),
    };
  }

  #tagged(tag: string, members: readonly Member[], isClosed = this.#isClosed): Schema {
    return objectSchema(
      [{ name: ".tag", schema: { type: "string", const: tag }, isRequired: true }, ...members],
      isClosed,
    );
  }

  #fields(name: Name): Member[] {
    return this.#members.visible(name).map(({ field, owner }) => ({
      name: field.name,
      schema: this.#property(field, `${qualified(owner)}.${field.name}`),
      isRequired: this.#members.isRequired(field),
    }));
  }

  #property(field: Field, place: string): Schema {
    const value = this.#members.hasHiddenDefault(field) ? undefined : (field.default ?? undefined);
    const shown: Printed = typeof value === "object" ? { ".tag": value.tag } : value;
    const words = value === undefined ? "" : `Default: ${valueText(value)}.`;
    const description = [fieldText(field) ?? "", words].filter((text) => text !== "").join("\n");
    return withExtensions(
      this.schema(field.type, place),
      description === "" ? undefined : description,
      field.deprecated || undefined,
      { "x-default": shown, ...this.#extensions(field) },
    );
  }

  #extensions(field: Field): Schema {
    return {
      "x-preview": field.preview || undefined,
      "x-omitted": field.omittedCaller,
      ...annotated(field.redactor, field.annotations),
    };
  }
}

/** Adds a description and extensions to a schema. A `$ref` with extensions is wrapped, because generators ignore everything beside a `$ref` except a description and a deprecation. */
function withExtensions(
  schema: Schema,
  description: string | undefined,
  deprecated: true | undefined,
  extensions: Schema,
): Schema {
  const hasExtensions = Object.values(extensions).some((value) => value !== undefined);
  const base = "$ref" in schema && hasExtensions ? { allOf: [schema] } : schema;
  return { description, ...base, deprecated, ...extensions };
}

function annotated(redactor: Redactor | undefined, annotations: Alias["annotations"]): Schema {
  return {
    "x-redacted": redactor?.kind,
    "x-annotations":
      annotations.length === 0
        ? undefined
        : annotations.map(({ annotation, type, args }) => ({
            annotation: qualified(annotation),
            type: qualified(type),
            args,
          })),
  };
}

/** Returns the schema of one of the referenced variants, selected by its `.tag`. */
function choiceOf(references: readonly (readonly [tag: string, reference: string])[]): Schema {
  return {
    oneOf: references.map(([, reference]) => ({ $ref: reference })),
    discriminator: { propertyName: ".tag", mapping: Object.fromEntries(references) },
  };
}

function variantName(name: Name, tag: string): string {
  return `${qualified(name)}.tag.${tag}`;
}

function valueText(value: NonNullable<Value>): string {
  return typeof value === "object" ? value.tag : typeof value === "string" ? JSON.stringify(value) : String(value);
}
