import type { Alias, Api, Field, Name, StringType, Type } from "../../ir/api.js";
import { isNumberType } from "../../ir/kinds.js";
import { qualified } from "../../ir/names.js";
import { namesThroughAliases } from "../../ir/references.js";
import type { AliasEntry, Lookup } from "../../ir/walk.js";
import { sampleText, shortestText } from "../../patterns/sample.js";
import { heightsOf, isOptional, visibleFields, type Heights } from "../../values/heights.js";
import { isFloat, limitsOf } from "../../values/limits.js";
import { findMismatch } from "../../values/mismatch.js";
import { Random } from "../../values/random.js";
import { momentCount, sampleTimestamp } from "../../values/sample-timestamp.js";

/** The shape of a type's values, as data for the runtime, which documents the format (`runtime/arbitraries/shape.ts`). */
type Shape = Readonly<Record<string, unknown>> & { readonly kind: string };

/** The number of random strings that are generated for a pattern. */
const maxTexts = 24;

/** Creates the shapes of the types of an API without `Omitted` fields. */
export class ShapeMaker {
  readonly #lookup: Lookup;
  readonly #heights: Heights;
  readonly #hasDates: boolean;
  readonly #recursive = new Map<Alias, boolean>();

  /** With `hasDates`, shapes contain only timestamps that a `Date` can represent. */
  constructor(lookup: Lookup, hasDates: boolean) {
    this.#lookup = lookup;
    this.#hasDates = hasDates;
    this.#heights = heightsOf(lookup);
  }

  /** Returns the shape of a type; undefined if the type has no value that writers may choose. */
  root(type: Type): Shape | undefined {
    return this.#heights.isWritable(type) ? this.shape(type) : undefined;
  }

  shape(type: Type): Shape {
    if (isNumberType(type)) {
      const { min, max } = limitsOf(type);
      if (isFloat(type)) {
        return { kind: "float", min: Number(min), max: Number(max), ...(type.kind === "float32" && { is32: true }) };
      }
      return { kind: "integer", min, max, ...(type.kind.endsWith("64") && { is64: true }) };
    }
    switch (type.kind) {
      case "void":
      case "boolean":
      case "bytes":
        return { kind: type.kind };
      case "string":
        return this.#string(type);
      case "timestamp":
        return { kind: "timestamp", format: type.format, texts: this.#timestamps(type) };
      case "list": {
        const max = this.#heights.isWritable(type.of) ? type.maxItems : 0;
        const of = this.#heights.isWritable(type.of) ? this.shape(type.of) : { kind: "void" };
        return { kind: "list", of, min: type.minItems ?? 0, ...(max !== undefined && { max }) };
      }
      case "map":
        return { kind: "map", key: this.#key(type.key), of: this.shape(type.value) };
      case "nullable":
        return this.#heights.isWritable(type.of) ? { kind: "nullable", of: this.shape(type.of) } : { kind: "void" };
      case "ref": {
        const definition = this.#lookup.definition(type);
        return definition.kind === "alias" && !this.#checkRecursion(definition)
          ? this.shape(definition.alias.type)
          : { kind: "ref", name: qualified(type) };
      }
    }
  }

  /** Returns the shapes to which other shapes refer, by the names of their types. */
  named({ namespaces }: Api): Readonly<Record<string, Shape>> {
    const names = namespaces.flatMap(({ name: namespace, aliases, types }) =>
      [...aliases, ...types].map(({ name }): Name => ({ namespace, name })),
    );
    return Object.fromEntries(
      names.flatMap((name) => {
        const shape = this.#definition(name);
        return shape === undefined ? [] : [[qualified(name), shape] as const];
      }),
    );
  }

  /** Returns whether an alias leads back to itself through aliases alone. The shapes of other aliases are those of their types. */
  #checkRecursion({ alias }: AliasEntry): boolean {
    let isRecursive = this.#recursive.get(alias);
    if (isRecursive === undefined) {
      isRecursive = namesThroughAliases(alias.type, this.#lookup).some((name) => {
        const definition = this.#lookup.definition(name);
        return definition.kind === "alias" && definition.alias === alias;
      });
      this.#recursive.set(alias, isRecursive);
    }
    return isRecursive;
  }

  /**
   * Returns the shape of a struct, a union or a recursive alias; undefined for another alias, or if there is no value that
   * writers may choose.
   */
  #definition(name: Name): Shape | undefined {
    const definition = this.#lookup.definition(name);
    if (!this.#heights.isWritable({ kind: "ref", ...name })) {
      return undefined;
    }
    if (definition.kind === "alias") {
      return this.#checkRecursion(definition) ? this.shape(definition.alias.type) : undefined;
    }
    if (definition.kind === "union") {
      return this.#union(name);
    }
    return definition.subtypes === undefined
      ? { kind: "struct", fields: this.#fields(name) }
      : {
          kind: "union",
          variants: this.#byHeight(definition.subtypes.tags, ({ type }) => this.#structHeight(type)).map((tag) => ({
            tag: tag.name,
            of: { kind: "struct", fields: this.#fields(tag.type) },
            isFlat: true,
          })),
          ...(!definition.subtypes.closed && { newer: this.#fields(name) }),
        };
  }

  #structHeight(name: Name): number {
    const { subtypes } = this.#lookup.struct(name);
    return subtypes === undefined ? this.#heights.of({ kind: "ref", ...name }) : 0;
  }

  #union(name: Name): Shape {
    const tags = visibleFields(name, this.#lookup).filter((tag) => !tag.catchAll);
    return {
      kind: "union",
      variants: this.#byHeight(tags, (tag) => this.#heights.ofTag(tag)).map((tag) => this.#variant(tag)),
      ...(this.#lookup.isOpen(name) && { newer: [] }),
      hasBareTags: true,
    };
  }

  #variant(tag: Field): object {
    const isVoid = this.#lookup.withoutAliases(tag.type).kind === "void";
    const isFlat = this.#lookup.plainStruct(this.#lookup.withoutNull(tag.type)) !== undefined;
    const inner = this.#lookup.withoutNull(tag.type);
    const isNullable = this.#lookup.isNullable(tag.type);
    return {
      tag: tag.name,
      ...(!isVoid && { of: isNullable ? this.shape({ kind: "nullable", of: inner }) : this.shape(tag.type) }),
      ...(isFlat && { isFlat }),
    };
  }

  /** Returns the options that have a finite value, the shallowest first. */
  #byHeight<Option>(options: readonly Option[], height: (option: Option) => number): readonly Option[] {
    return options.filter((option) => height(option) < 1_000_000).sort((a, b) => height(a) - height(b));
  }

  #fields(name: Name): readonly object[] {
    return visibleFields(name, this.#lookup).flatMap((field) => {
      const type = this.#lookup.withoutNull(field.type);
      const isLeftOut = this.#mayBeLeftOut(field);
      return this.#heights.isWritable(type)
        ? [
            {
              name: field.name,
              of: this.shape(type),
              ...(isLeftOut ? { isOptional: true } : field.default !== undefined && { hasDefault: true }),
            },
          ]
        : [];
    });
  }

  /** Whether a message may omit a field. A field whose default is not a valid value of its type must not be omitted: the decoded value could not be encoded. */
  #mayBeLeftOut(field: Field): boolean {
    if (typeof field.default === "object" && field.default !== null) {
      const { union, tag } = field.default;
      return this.#lookup.allFields(union).some(({ field: each }) => each.name === tag && !each.catchAll);
    }
    if (field.default === undefined || field.default === null) {
      const struct = this.#lookup.plainStruct(field.type);
      return isOptional(field, this.#lookup) || (struct !== undefined && this.#lookup.needsNothing(struct.name));
    }
    return findMismatch(field.default, field.type, this.#lookup, true) === undefined;
  }

  #string(type: StringType): Shape {
    const { pattern = "", minLength = 0, maxLength } = type;
    const max = maxLength !== undefined && { max: maxLength };
    return pattern === ""
      ? { kind: "text", min: minLength, ...max }
      : { kind: "texts", texts: this.#texts(type), ...(minLength > 0 && { min: minLength }), ...max };
  }

  #key(type: StringType): Shape {
    const isAny = (type.pattern ?? "") === "" && (type.minLength ?? 0) === 0 && type.maxLength === undefined;
    return isAny ? { kind: "map-key" } : this.#string(type);
  }

  /** Returns strings that match a pattern: the shortest one, one each of minimum and maximum length, and others. */
  #texts(type: StringType): readonly string[] {
    const random = new Random(type.pattern ?? "");
    const { minLength = 0, maxLength = 0 } = type;
    const below = (count: number): number => random.below(count);
    const bounds = [minLength, ...(maxLength <= 200 ? [maxLength] : [])].map((length) =>
      sampleText({ ...type, minLength: length, maxLength: length }, below),
    );
    const others = Array.from({ length: maxTexts }, () => sampleText(type, below));
    const texts = [shortestText(type), ...bounds, ...others].filter((text) => text !== undefined);
    return [...new Set(texts)].filter((text) => findMismatch(text, type, this.#lookup, true) === undefined);
  }

  #timestamps(type: Extract<Type, { kind: "timestamp" }>): readonly string[] {
    const isFine = type.format.includes("%f"); // the second moment has microseconds
    const count = this.#hasDates && isFine ? 1 : momentCount;
    const texts = Array.from({ length: count }, (_, which) => sampleTimestamp(type.format, which));
    return [...new Set(texts)].filter((text) => findMismatch(text, type, this.#lookup, true) === undefined);
  }
}
