import type { AppliedAnnotation, Field, Name, Redactor, Struct, Type } from "../../ir/api.js";
import { namesThroughAliases } from "../../ir/references.js";
import { isPrimitive } from "../../ir/kinds.js";
import { qualified } from "../../ir/names.js";
import type { Lookup } from "../../ir/walk.js";

/** What a specification declares about the privacy of data. */
export type Mark =
  | { readonly kind: "redactor"; readonly redactor: Redactor }
  | { readonly kind: "omitted"; readonly caller: string }
  | { readonly kind: "annotation"; readonly applied: AppliedAnnotation };

/** A place in messages that carries a mark. */
export interface MarkedPlace {
  /**
   * The path of the place, such as `entries[]<file>.owner.email`: `[]` stands for the items of a list, `{}` for the values
   * of a map, and `<file>` for a variant. `…` stands for any number of further levels of a recursive type. The path of a
   * whole message is empty.
   */
  readonly path: string;
  readonly mark: Mark;
}

/** Finds the marked places in the messages of an API. */
export class MarkedPlaces {
  readonly #lookup: Lookup;
  /** The types that contain a marked place. */
  readonly #marked = new Set<string>();

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
    // A type that contains a marked type is marked too, so repeat until nothing is added.
    let before: number;
    do {
      before = this.#marked.size;
      for (const name of lookup.typeNames()) {
        if (this.#hasMark(name)) {
          this.#marked.add(qualified(name));
        }
      }
    } while (this.#marked.size > before);
  }

  /** Returns the marked places in the messages of a type, including nested ones. */
  in(type: Type): MarkedPlace[] {
    return [...this.#find(type, "", [])];
  }

  #find(type: Type, path: string, inside: readonly string[]): Iterable<MarkedPlace> {
    if (isPrimitive(type)) {
      return [];
    }
    switch (type.kind) {
      case "nullable":
        return this.#find(type.of, path, inside);
      case "list":
        return this.#find(type.of, `${path}[]`, inside);
      case "map":
        return this.#find(type.value, `${path}{}`, inside);
      case "ref":
        return this.#named(type, path, inside);
      case "void":
        return [];
    }
  }

  *#named(name: Name, path: string, inside: readonly string[]): Generator<MarkedPlace> {
    const definition = this.#lookup.definition(name);
    if (definition.kind === "alias") {
      yield* this.#marksOf(definition.alias, definition.alias.type, path);
    }
    // A recursive type is entered a second time, which stands for all deeper levels.
    const key = qualified(name);
    const times = inside.filter((outer) => outer === key).length;
    if (times > 1 || !this.#reaches({ kind: "ref", ...name })) {
      return;
    }
    const here = times === 1 ? `${path}…` : path;
    const within = [...inside, key];
    if (definition.kind === "alias") {
      yield* this.#find(definition.alias.type, here, within);
    } else if (definition.kind === "union") {
      for (const { field } of this.#lookup.allFields(name).filter((tag) => !tag.field.catchAll)) {
        yield* this.#variant(field, `${here}<${field.name}>`, within);
      }
    } else if (definition.subtypes === undefined) {
      yield* this.#fields(name, here, within);
    } else {
      for (const tag of definition.subtypes.tags) {
        yield* this.#fields(tag.type, `${here}<${tag.name}>`, within);
      }
    }
  }

  *#fields(name: Name, path: string, inside: readonly string[]): Generator<MarkedPlace> {
    for (const { field } of this.#lookup.allFields(name)) {
      yield* this.#field(field, path === "" ? field.name : `${path}.${field.name}`, inside);
    }
  }

  *#variant(tag: Field, path: string, inside: readonly string[]): Generator<MarkedPlace> {
    const struct = this.#lookup.plainStruct(this.#lookup.withoutNull(tag.type));
    const isValue = struct === undefined && this.#lookup.withoutAliases(tag.type).kind !== "void";
    yield* this.#field(tag, isValue ? `${path}.${tag.name}` : path, inside);
  }

  *#field(field: Field, path: string, inside: readonly string[]): Generator<MarkedPlace> {
    if (field.omittedCaller !== undefined) {
      yield { path, mark: { kind: "omitted", caller: field.omittedCaller } };
    }
    yield* this.#marksOf(field, field.type, path);
    yield* this.#find(field.type, path, inside);
  }

  *#marksOf(
    { redactor, annotations }: Pick<Field, "redactor" | "annotations">,
    type: Type,
    path: string,
  ): Generator<MarkedPlace> {
    if (redactor !== undefined) {
      yield { path: `${path}${this.#items(type)}`, mark: { kind: "redactor", redactor } };
    }
    for (const applied of annotations) {
      yield { path, mark: { kind: "annotation", applied } };
    }
  }

  /** Returns the masked part of a value: each item of a list, each value of a map, or the whole (WIRE-51). */
  #items(type: Type): "[]" | "{}" | "" {
    const bare = this.#lookup.bare(type);
    if (isPrimitive(bare)) {
      return "";
    }
    switch (bare.kind) {
      case "list":
        return "[]";
      case "map":
        return "{}";
      case "nullable":
      case "ref":
      case "void":
        return "";
    }
  }

  #hasMark(name: Name): boolean {
    const definition = this.#lookup.definition(name);
    if (definition.kind === "alias") {
      return definition.alias.redactor !== undefined || definition.alias.annotations.length > 0;
    }
    const subtypes = definition.kind === "struct" ? subtypesOf(definition) : [];
    return (
      subtypes.some((subtype) => this.#hasMark(subtype)) ||
      this.#lookup
        .allFields(name)
        .some(
          ({ field }) =>
            field.redactor !== undefined ||
            field.omittedCaller !== undefined ||
            field.annotations.length > 0 ||
            this.#reaches(field.type),
        )
    );
  }

  #reaches(type: Type): boolean {
    return namesThroughAliases(type, this.#lookup).some((name) =>
      this.#lookup.definition(name).kind === "alias" ? this.#hasMark(name) : this.#marked.has(qualified(name)),
    );
  }
}

function subtypesOf({ subtypes }: Struct): readonly Name[] {
  return subtypes?.tags.map(({ type }) => type) ?? [];
}
