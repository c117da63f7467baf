import type { Alias, Api, Example, Field, Name, Struct, Type, Union } from "./api.js";

/** Finds types and aliases of an API by name, and answers questions that involve several of them. */
export class Lookup {
  /**
   * The definitions by namespace, then by name. Lookups are so frequent that the cost of concatenating the two names
   * would be measurable.
   */
  readonly #definitions = new Map<string, Map<string, Struct | Union | AliasEntry>>();
  readonly #fields = new Map<Struct | Union, readonly OwnedField[]>();
  readonly #byName = new WeakMap<readonly OwnedField[], ReadonlyMap<unknown, OwnedField>>();

  constructor(api: Api) {
    const namespaces = api.stoneCfg === undefined ? api.namespaces : [...api.namespaces, api.stoneCfg];
    for (const { name, aliases, types } of namespaces) {
      const definitions = new Map<string, Struct | Union | AliasEntry>();
      for (const alias of aliases) {
        definitions.set(alias.name, { kind: "alias", alias });
      }
      for (const type of types) {
        definitions.set(type.name, type);
      }
      this.#definitions.set(name, definitions);
    }
  }

  /** Yields the names of all structs and unions. */
  *typeNames(): Iterable<Name> {
    for (const [namespace, definitions] of this.#definitions) {
      for (const [name, { kind }] of definitions) {
        if (kind !== "alias") {
          yield { namespace, name };
        }
      }
    }
  }

  /** Whether a name is defined. */
  has({ namespace, name }: Name): boolean {
    return this.#definitions.get(namespace)?.has(name) === true;
  }

  definition(name: Name): Struct | Union | AliasEntry {
    const definition = this.#definitions.get(name.namespace)?.get(name.name);
    if (definition === undefined) {
      throw new Error(`The IR has no type ${name.namespace}.${name.name}.`);
    }
    return definition;
  }

  struct(name: Name): Struct {
    const definition = this.definition(name);
    if (definition.kind !== "struct") {
      throw new Error(`${name.namespace}.${name.name} is not a struct.`);
    }
    return definition;
  }

  union(name: Name): Union {
    const definition = this.definition(name);
    if (definition.kind !== "union") {
      throw new Error(`${name.namespace}.${name.name} is not a union.`);
    }
    return definition;
  }

  /** Returns the type that aliases resolve to; a `nullable` type stays nullable. */
  withoutAliases(type: Type): Type {
    let at = type;
    while (at.kind === "ref") {
      const definition = this.definition(at);
      if (definition.kind !== "alias") {
        break;
      }
      at = definition.alias.type;
    }
    return at;
  }

  isNullable(type: Type): boolean {
    return this.withoutAliases(type).kind === "nullable";
  }

  /** Returns a nullable type without its `?`, even if an alias declares the `?`. Other types are returned unchanged. */
  withoutNull(type: Type): Type {
    const bare = this.withoutAliases(type);
    return bare.kind === "nullable" ? bare.of : type;
  }

  /** Returns the type without aliases and `?`. */
  bare(type: Type): Type {
    return this.withoutAliases(this.withoutNull(type));
  }

  /**
   * Returns the struct that a type resolves to through aliases; undefined for other types and for structs that
   * enumerate subtypes.
   */
  plainStruct(type: Type): { readonly name: Name; readonly struct: Struct } | undefined {
    const bare = this.withoutAliases(type);
    if (bare.kind !== "ref") {
      return undefined;
    }
    const struct = this.definition(bare);
    return struct.kind === "struct" && struct.subtypes === undefined ? { name: bare, struct } : undefined;
  }

  /**
   * Returns all fields or tags of a type, each with the type that declares it, starting with those of the root
   * ancestor.
   */
  allFields(name: Name): readonly OwnedField[] {
    const type = this.definition(name);
    if (type.kind === "alias") {
      throw new Error(`${name.namespace}.${name.name} is an alias.`);
    }
    let fields = this.#fields.get(type);
    if (fields === undefined) {
      fields = this.#collectFields(name, type);
      this.#fields.set(type, fields);
    }
    return fields;
  }

  /** Returns a field or tag of a type, which may be inherited. */
  field(name: Name, member: unknown): OwnedField | undefined {
    const fields = this.allFields(name);
    let byName = this.#byName.get(fields);
    if (byName === undefined) {
      byName = new Map(fields.map((each) => [each.field.name, each]));
      this.#byName.set(fields, byName);
    }
    return byName.get(member);
  }

  #collectFields({ namespace, name }: Name, type: Struct | Union): readonly OwnedField[] {
    const owner = { namespace, name };
    const ownFields = type.fields.map((field) => ({ field, owner }));
    return type.parent === undefined ? ownFields : [...this.allFields(type.parent), ...ownFields];
  }

  /** Returns the examples of a struct or union; none for an alias. */
  examples(name: Name): readonly Example[] {
    const definition = this.definition(name);
    return definition.kind === "alias" ? [] : definition.examples;
  }

  /** Whether the empty object is a valid value of a struct: all fields are nullable or have a default. */
  needsNothing(name: Name): boolean {
    return this.allFields(name).every(({ field }) => field.default !== undefined || this.isNullable(field.type));
  }

  /** Whether a union has the tag `other`. */
  isOpen(name: Name): boolean {
    return this.allFields(name).some(({ field }) => field.catchAll);
  }
}

export interface OwnedField {
  readonly field: Field;
  readonly owner: Name;
}

export interface AliasEntry {
  readonly kind: "alias";
  readonly alias: Alias;
}
