import type { Alias, Field, Json, Name, Namespace, Route, Struct, StringType, Type, Union } from "../../ir/api.js";
import { isNumberType } from "../../ir/kinds.js";
import { qualified, type VersionedName } from "../../ir/names.js";
import type { Printed } from "../../ir/print-json.js";
import type { Lookup, OwnedField } from "../../ir/walk.js";
import { acceptsNothing, needsOwnProperties } from "../notes/catalogue.js";
import type { NoteList } from "../notes/note-list.js";
import { MemberRules } from "./member-rules.js";
import { objectSchema, otherThan, taggedSchema, withTag, type Member } from "./object-schema.js";
import { fieldText, plainText } from "../../ir/plain-text.js";
import { bytesSchema, nothingMatches, numberSchema, stringSchema, timestampSchema, type Remark } from "./scalars.js";
import type { Schema, SchemaOptions, View } from "./schema.js";
import type { ShownExamples } from "./shown-examples.js";

/**
 * Creates the schemas of an API's types in one view. A schema accepts exactly what the generated decoder accepts, strictly
 * for `write` and leniently for `read`.
 */
export class TypeSchemas {
  readonly #lookup: Lookup;
  readonly #members: MemberRules;
  readonly #view: View;
  readonly #options: SchemaOptions;
  /** Returns the reference to a definition, such as `#/$defs/files.Metadata`. */
  readonly #reference: (definition: string) => string;
  readonly #examples: ShownExamples;
  readonly #notes: NoteList;

  constructor(
    lookup: Lookup,
    view: View,
    options: SchemaOptions,
    reference: (definition: string) => string,
    examples: ShownExamples,
    notes: NoteList,
  ) {
    this.#lookup = lookup;
    this.#members = new MemberRules(lookup, options.callers);
    this.#view = view;
    this.#options = options;
    this.#reference = reference;
    this.#examples = examples;
    this.#notes = notes;
  }

  /** Returns the definitions of a type by name, such as `files.Metadata`; some structs have two. */
  definitions(name: Name): readonly (readonly [name: string, schema: Schema])[] {
    const definition = this.#lookup.definition(name);
    return definition.kind === "alias" ? [this.#alias(name, definition.alias)] : this.#type(name, definition);
  }

  /** Returns the schema of a type. `place` is where the type is used, for notes. */
  schema(type: Type, place: string): Schema {
    const remark: Remark = (note) => this.#notes.add(note(place));
    if (isNumberType(type)) {
      return numberSchema(type, this.#options);
    }
    switch (type.kind) {
      case "boolean":
        return { type: "boolean" };
      case "bytes":
        return bytesSchema;
      case "void":
        return this.#view === "write" ? { type: "null" } : {};
      case "string":
        return stringSchema(type, remark);
      case "timestamp":
        return timestampSchema(type.format, this.#options, remark);
      case "list":
        return {
          type: "array",
          items: this.schema(type.of, place),
          minItems: type.minItems,
          maxItems: type.maxItems,
        };
      case "map":
        return {
          type: "object",
          propertyNames: isConstrained(type.key) ? stringSchema(type.key, remark) : undefined,
          additionalProperties: this.schema(type.value, place),
        };
      case "nullable":
        return { anyOf: [this.schema(type.of, place), { type: "null" }] };
      case "ref":
        return this.#referTo(qualified(type));
    }
  }

  #referTo(definition: string): Schema {
    return { $ref: this.#reference(definition) };
  }

  #alias(name: Name, { doc, type }: Alias): [string, Schema] {
    return [qualified(name), { description: plainText(doc), ...this.schema(type, qualified(name)) }];
  }

  #type(name: Name, type: Struct | Union): [string, Schema][] {
    const definition = qualified(name);
    const annotations = { description: plainText(type.doc), examples: this.#examplesOf(name) };
    if (type.kind === "union") {
      return [[definition, { ...annotations, ...this.#union(name) }]];
    }
    if (type.subtypes !== undefined) {
      return [[definition, { ...annotations, ...this.#tree(name, type.subtypes) }]];
    }
    if (!this.#lookup.needsNothing(name)) {
      return [[definition, { ...annotations, ...this.#object(name) }]];
    }
    // Null is a valid value of the struct (WIRE-20).
    return [
      [definition, { ...annotations, anyOf: [this.#referTo(`${definition}.object`), { type: "null" }] }],
      [`${definition}.object`, this.#object(name)],
    ];
  }

  #examplesOf(name: Name): Json[] | undefined {
    const examples = this.#examples.of(name, this.#view);
    return examples.length === 0 ? undefined : examples.map(({ value }) => value);
  }

  /** Returns the schema of a struct's object, with the fields of its ancestors first. */
  #object(name: Name): Schema {
    const tag = { name: ".tag", schema: {}, isRequired: false };
    return objectSchema([...this.#fields(name), tag], this.#view === "write");
  }

  /** Returns a reference to the object of a struct, which excludes null even if the struct has no required fields. */
  #objectOf(name: Name): Schema {
    return this.#referTo(this.#lookup.needsNothing(name) ? `${qualified(name)}.object` : qualified(name));
  }

  #fields(name: Name): Member[] {
    return this.#members.visible(name).map(({ field, owner }) => {
      const place = `${qualified(owner)}.${field.name}`;
      this.#remarkOnName(field.name, place);
      return {
        name: field.name,
        schema: {
          description: fieldText(field),
          ...this.schema(field.type, place),
          deprecated: field.deprecated || undefined,
          default: this.#shownDefault(field),
        },
        isRequired: this.#members.isRequired(field),
      };
    });
  }

  /** Returns the default of a field as JSON; undefined if there is none, or if it is hidden from the callers or not safe. */
  #shownDefault(field: Field): Printed {
    const value = field.default;
    if (typeof value === "object" && value !== null) {
      return this.#members.hasHiddenDefault(field) ? undefined : { ".tag": value.tag };
    }
    const isUnsafe = typeof value === "bigint" && this.#options.int64 === "safe";
    return isUnsafe ? undefined : value;
  }

  #tree(name: Name, { closed, tags }: NonNullable<Struct["subtypes"]>): Schema {
    const known = tags.map((tag) => withTag(this.#objectOf(tag.type), tag.name));
    const isKnownOnly = closed || this.#view === "write";
    const newer = taggedSchema(otherThan(tags.map((tag) => tag.name)), this.#fields(name), false);
    return { oneOf: isKnownOnly ? known : [...known, newer] };
  }

  #union(name: Name): Schema {
    const place = qualified(name);
    const isOpen = this.#lookup.isOpen(name);
    // Lenient readers read unknown tags as `other`; strict ones reject it.
    const tags = this.#members.visible(name).filter(({ field }) => !field.catchAll);
    const acceptsNewer = isOpen && this.#view === "read";
    const names = tags.map(({ field }) => field.name);
    const options = [
      ...this.#bareTags(tags, acceptsNewer),
      ...tags.flatMap(({ field, owner }) =>
        this.#variant(field, `${qualified(owner)}.${field.name}`).map((schema) => ({
          description: fieldText(field),
          deprecated: field.deprecated || undefined,
          ...schema,
        })),
      ),
      ...(acceptsNewer ? [taggedSchema(otherThan(names), [], false)] : []),
    ];
    if (options.length === 0) {
      this.#notes.add(acceptsNothing(place, "the union has no tag that may be sent"));
      return nothingMatches;
    }
    return { anyOf: options };
  }

  /** Returns the schema of the bare strings that a union accepts; empty if it accepts none. */
  #bareTags(tags: readonly OwnedField[], acceptsNewer: boolean): Schema[] {
    const isBare = ({ field: { type } }: OwnedField): boolean =>
      this.#members.isVoid(type) || this.#lookup.isNullable(type);
    const namesOf = (some: readonly OwnedField[]): string[] => some.map(({ field }) => field.name);
    if (acceptsNewer) {
      return [otherThan(namesOf(tags.filter((tag) => !isBare(tag))))];
    }
    const bare = namesOf(tags.filter(isBare));
    return bare.length === 0 ? [] : [{ type: "string", enum: bare }];
  }

  /** Returns the schemas of a variant in its forms as an object. */
  #variant(field: Field, place: string): Schema[] {
    const isNullable = this.#lookup.isNullable(field.type);
    if (this.#members.isVoid(field.type)) {
      if (this.#view === "read") {
        return [taggedSchema({ const: field.name }, [], false)];
      }
      this.#remarkOnName(field.name, place);
      return [
        taggedSchema({ const: field.name }, [{ name: field.name, schema: { type: "null" }, isRequired: false }], true),
      ];
    }
    const struct = this.#lookup.plainStruct(this.#lookup.withoutNull(field.type));
    if (struct !== undefined) {
      const whole = withTag(this.#objectOf(struct.name), field.name);
      const alone = { ...taggedSchema({ const: field.name }, [], false), maxProperties: 1 };
      return isNullable ? [alone, whole] : [whole];
    }
    this.#remarkOnName(field.name, place);
    const schema = this.schema(field.type, place);
    return [taggedSchema({ const: field.name }, [{ name: field.name, schema, isRequired: !isNullable }], true)];
  }

  #remarkOnName(name: string, place: string): void {
    if (name in Object.prototype) {
      this.#notes.add(needsOwnProperties(place, name));
    }
  }
}

/** Returns the schemas of a route's messages by name, such as `files/copy.v2.arg`. */
export function routeSchemas(
  namespace: Namespace,
  route: Route,
  schemas: TypeSchemas,
): [name: string, schema: Schema][] {
  return (["arg", "result", "error"] as const).map((part) => {
    const name = routePartDefinition(namespace, route, part);
    return [name, schemas.schema(route[part], name)];
  });
}

/** Returns the name of the definition for a part of a route: `files/copy.v2.arg`. */
export function routePartDefinition(
  namespace: Pick<Namespace, "name">,
  { name, version }: VersionedName,
  part: "arg" | "result" | "error",
): string {
  return `${namespace.name}/${name}.v${version}.${part}`;
}

function isConstrained({ minLength, maxLength, pattern }: StringType): boolean {
  return minLength !== undefined || maxLength !== undefined || (pattern ?? "") !== "";
}
