import fc, { type GeneratorValue } from "fast-check";
import type { Api, Name, Type } from "../../src/ir/api.js";
import { Lookup } from "../../src/ir/walk.js";

type Json = unknown;

/** Texts that fit the patterns of random specifications, among others that do not. */
const texts = ["a", "abc", "12/x", "aabac", "na.b", "me@example", "名前12", "x]/", "", "aa.b", "a text of 25 characters.."];
const timestamps = ["2015-05-12", "Tue, 12 May 2015 15:50:38", "2015-05-12T15:50:38Z"];
const leftovers = [null, 1, "text", [], {}, [{ ".tag": "x" }], { a: { b: [null] } }];

/**
 * JSON that a sender may have sent as a value of a type: with fields and tags for all callers, some newer than the
 * specification, and now and then something that does not fit.
 */
export function anyValue(generate: GeneratorValue, api: Api, type: Type): Json {
  return new ValueWriter(generate, new Lookup(api)).value(type, 4);
}

class ValueWriter {
  readonly #generate: GeneratorValue;
  readonly #lookup: Lookup;

  constructor(generate: GeneratorValue, lookup: Lookup) {
    this.#generate = generate;
    this.#lookup = lookup;
  }

  value(type: Type, depth: number): Json {
    if (this.#chance(60)) {
      return this.#oneOf(leftovers);
    }
    switch (type.kind) {
      case "boolean":
        return this.#chance(2);
      case "bytes":
        return "Ynl0ZXM=";
      case "string":
        return this.#oneOf(texts);
      case "timestamp":
        return this.#oneOf(timestamps);
      case "void":
        return null;
      case "list":
        return Array.from({ length: depth > 0 ? this.#number(2) : 0 }, () => this.value(type.of, depth - 1));
      case "map":
        return Object.fromEntries(
          Array.from({ length: depth > 0 ? this.#number(2) : 0 }, () => [
            this.#oneOf(["key", "__proto__", "constructor"]),
            this.value(type.value, depth - 1),
          ]),
        );
      case "nullable":
        return depth <= 0 || this.#chance(3) ? null : this.value(type.of, depth);
      case "ref":
        return this.#named(type, depth);
      default:
        return this.#number(9);
    }
  }

  #named(name: Name, depth: number): Json {
    const definition = this.#lookup.definition(name);
    if (definition.kind === "alias") {
      return this.value(definition.alias.type, depth);
    }
    if (definition.kind === "union") {
      return this.#union(name, depth);
    }
    const { subtypes } = definition;
    if (subtypes === undefined) {
      return this.#fields(name, depth);
    }
    if (this.#chance(3)) {
      return { ".tag": "brand_new", ...this.#fields(name, depth), ...this.#newer() };
    }
    const tag = this.#oneOf(subtypes.tags);
    return { ".tag": tag.name, ...this.#fields(tag.type, depth) };
  }

  #union(name: Name, depth: number): Json {
    if (this.#chance(4)) {
      return this.#chance(2) ? "brand_new" : { ".tag": "brand_new", ...this.#newer() };
    }
    const { field } = this.#oneOf(this.#lookup.allFields(name));
    const type = this.#lookup.withoutNull(field.type);
    if (type.kind === "void" || (this.#lookup.isNullable(field.type) && depth <= 0)) {
      return this.#chance(2) ? field.name : { ".tag": field.name };
    }
    const value = this.value(type, depth - 1);
    return this.#lookup.plainStruct(type) !== undefined && typeof value === "object"
      ? { ".tag": field.name, ...value }
      : Object.fromEntries([
          [".tag", field.name],
          [field.name, value],
        ]);
  }

  #fields(name: Name, depth: number): object {
    const entries = this.#lookup.allFields(name).flatMap(({ field }): [string, Json][] => {
      const isOptional = field.default !== undefined || this.#lookup.isNullable(field.type);
      const isLeftOut = isOptional && (depth <= 0 || this.#chance(2));
      return isLeftOut ? [] : [[field.name, this.value(field.type, depth - 1)]];
    });
    return { ...Object.fromEntries(entries), ...(this.#chance(6) ? this.#newer() : {}) };
  }

  /** Fields that the specification does not know. */
  #newer(): object {
    return this.#chance(2) ? {} : { newer_field: this.#oneOf(leftovers) };
  }

  #number(most: number): number {
    return this.#generate(fc.nat, most);
  }

  #chance(oneIn: number): boolean {
    return this.#number(oneIn - 1) === 0;
  }

  #oneOf<T>(values: readonly T[]): T {
    const value = values[this.#number(values.length - 1)];
    return value === undefined ? (values[0] as T) : value;
  }
}
