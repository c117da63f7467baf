import type { Field, Name, StringType, Type } from "../ir/api.js";
import { isNumberType } from "../ir/kinds.js";
import { qualified } from "../ir/names.js";
import type { Lookup } from "../ir/walk.js";
import { shortestText } from "../patterns/sample.js";
import { limitsOf } from "./limits.js";

/**
 * The height of a type whose only finite values need the tag `other`, which writers must not choose. Above all other finite
 * heights.
 */
const onlyOther = 1_000_000;

/**
 * Computes how deeply types are nested in the shallowest value of a type, for callers without permissions. The height is
 * Infinity if the type has no finite value, such as a struct that requires itself, or a string type whose pattern matches
 * nothing.
 */
export class Heights {
  readonly #lookup: Lookup;
  readonly #named = new Map<string, number>();
  /** The types whose heights are being computed; empty if none are. */
  #measured: Name[] = [];
  readonly #texts = new Map<StringType, number>();
  readonly #tags = new Map<string, EndingTags>();
  readonly #fields = new Map<string, readonly WritableField[]>();

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }

  of(type: Type): number {
    if (isNumberType(type)) {
      return limitsOf(type).min > limitsOf(type).max ? Infinity : 0;
    }
    switch (type.kind) {
      case "nullable":
        return 0;
      case "ref":
        return this.#ofNamed(type);
      case "list":
        return (type.minItems ?? 0) > (type.maxItems ?? Infinity)
          ? Infinity
          : (type.minItems ?? 0) === 0
            ? 0
            : 1 + this.of(type.of);
      case "string":
        return this.#text(type);
      case "boolean":
      case "bytes":
      case "timestamp":
      case "void":
      case "map":
        return 0;
    }
  }

  /** Returns the height of the variant with a tag. */
  ofTag(tag: Field): number {
    return tag.catchAll ? onlyOther : 1 + this.of(tag.type);
  }

  /** Returns the tags of a union that have a finite value and that callers without permissions see. */
  endingTags(union: Name): EndingTags {
    const key = qualified(union);
    let tags = this.#tags.get(key);
    if (tags === undefined) {
      const all = visibleFields(union, this.#lookup).filter((tag) => this.ofTag(tag) < Infinity);
      const lowest = Math.min(...all.map((tag) => this.ofTag(tag)));
      tags = { all, shallowest: all.filter((tag) => this.ofTag(tag) === lowest) };
      this.#tags.set(key, tags);
    }
    return tags;
  }

  /** Returns the fields of a struct that callers without permissions see. */
  writableFields(struct: Name): readonly WritableField[] {
    const key = qualified(struct);
    let fields = this.#fields.get(key);
    if (fields === undefined) {
      fields = visibleFields(struct, this.#lookup).map((field) => {
        const type = this.#lookup.withoutNull(field.type);
        return { field, type, isOptional: isOptional(field, this.#lookup), isInhabited: this.isInhabited(type) };
      });
      this.#fields.set(key, fields);
    }
    return fields;
  }

  /** Whether a type has a finite value. */
  isInhabited(type: Type): boolean {
    return this.of(type) < Infinity;
  }

  /** Whether a type has a value that writers may choose: a finite value without the tag `other`. */
  isWritable(type: Type): boolean {
    return this.of(type) < onlyOther;
  }

  #ofNamed(name: Name): number {
    const key = qualified(name);
    if (!this.#named.has(key)) {
      this.#named.set(key, Infinity);
      if (this.#measured.push(name) === 1) {
        this.#measureAll();
      }
    }
    return this.#named.get(key) ?? Infinity;
  }

  /** Computes the heights of `#measured`, to which each type is added when another one is found to need it. */
  #measureAll(): void {
    // The first round finds all types that are needed. Each of the others, which begin with the types that were found last,
    // finds at least the values that are one level higher.
    let names: readonly Name[] = this.#measured;
    for (let hasChanged = true; hasChanged; names = this.#measured.toReversed()) {
      hasChanged = false;
      for (const name of names) {
        const height = this.#measure(name);
        if (height < this.#ofNamed(name)) {
          this.#named.set(qualified(name), height);
          hasChanged = true;
        }
      }
    }
    this.#measured = [];
  }

  #measure(name: Name): number {
    const definition = this.#lookup.definition(name);
    if (definition.kind === "alias") {
      return this.of(definition.alias.type);
    }
    if (definition.kind === "struct" && definition.subtypes !== undefined) {
      return Math.min(...definition.subtypes.tags.map((tag) => 1 + this.#ofFields(tag.type)));
    }
    return definition.kind === "union"
      ? Math.min(...visibleFields(name, this.#lookup).map((tag) => this.ofTag(tag)))
      : this.#ofFields(name);
  }

  #ofFields(struct: Name): number {
    const needed = visibleFields(struct, this.#lookup).filter((field) => !isOptional(field, this.#lookup));
    return Math.max(0, ...needed.map((field) => 1 + this.of(field.type)));
  }

  #text(type: StringType): number {
    let height = this.#texts.get(type);
    if (height === undefined) {
      height = shortestText(type) === undefined ? Infinity : 0;
      this.#texts.set(type, height);
    }
    return height;
  }
}

/** The tags that have a finite value, and among them those with the smallest height. */
interface EndingTags {
  readonly all: readonly Field[];
  readonly shallowest: readonly Field[];
}

interface WritableField {
  readonly field: Field;
  /** The type without nullability: the field is omitted instead of being null. */
  readonly type: Type;
  readonly isOptional: boolean;
  readonly isInhabited: boolean;
}

const measured = new WeakMap<Lookup, Heights>();

/** Returns the heights of an API's types, which are computed once. The API must not change. */
export function heightsOf(lookup: Lookup): Heights {
  const heights = measured.get(lookup) ?? new Heights(lookup);
  measured.set(lookup, heights);
  return heights;
}

/** Returns the fields or tags that callers without permissions see, those of the root ancestor first. */
export function visibleFields(name: Name, lookup: Lookup): readonly Field[] {
  return lookup.allFields(name).flatMap(({ field }) => (field.omittedCaller === undefined ? [field] : []));
}

/** Whether values may omit a field. */
export function isOptional(field: Field, lookup: Lookup): boolean {
  return field.default !== undefined || lookup.isNullable(field.type);
}
