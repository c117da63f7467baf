import type { Limit, ListType, MapType, Name, NumberType, StringType, Type } from "../../ir/api.js";
import { sampleText } from "../../patterns/sample.js";
import { limitsOf } from "../numbers.js";
import type { Side } from "../pairing.js";
import type { Interests } from "./interests.js";
import type { Random } from "./random.js";
import { sampleTimestamp } from "./sample-timestamp.js";

/** Thrown where no value of a type can be found. */
export class Uninhabited extends Error {}

/** Deeper values leave out what they can. */
const deepest = 4;
/** A type that needs a deeper value has none that ends, or none worth sending. */
const bottom = 40;

/** Random values of an API's types, as programs write them, for callers without permissions. */
export class Sampler {
  readonly #side: Side;
  readonly #random: Random;
  readonly #interests: Interests;

  constructor(side: Side, random: Random, interests: Interests) {
    this.#side = side;
    this.#random = random;
    this.#interests = interests;
  }

  /** A value of the type. Throws `Uninhabited` if none is found. */
  sample(type: Type, depth = 0): unknown {
    if (depth > bottom) {
      throw new Uninhabited();
    }
    switch (type.kind) {
      case "void":
        return null;
      case "boolean":
        return this.#random.below(2) === 1;
      case "bytes":
        return this.#random.pick(["", "YQ==", "YWJj"]);
      case "timestamp":
        return sampleTimestamp(type.format, this.#random);
      case "string":
        return this.#string(type);
      case "list":
        return this.#list(type, depth);
      case "map":
        return this.#map(type, depth);
      case "nullable":
        return this.#isLeftOut(depth) ? null : this.sample(type.of, depth);
      case "ref":
        return this.#named(type, depth);
      default:
        return this.#number(type);
    }
  }

  /** A value of the type with little in it: what may be left out is. Throws `Uninhabited` if none is found. */
  sampleSimple(type: Type): unknown {
    return this.sample(type, deepest + 1);
  }

  #isLeftOut(depth: number): boolean {
    return depth > deepest || this.#random.below(2) === 0;
  }

  #number(type: NumberType): unknown {
    const { min, max } = limitsOf(type);
    if (min > max) {
      throw new Uninhabited();
    }
    const isFloat = type.kind.startsWith("float");
    const near = [
      min,
      max,
      0,
      1,
      -1,
      7,
      1000,
      ...this.#interests.numbers,
      ...(isFloat ? [0.5, -0.25] : [2n ** 53n + 1n]),
    ];
    const value = this.#random.pick(near.filter((one) => min <= one && one <= max && (isFloat || isInteger(one))));
    if (isFloat) {
      return Number(value);
    }
    return type.kind.endsWith("64") ? BigInt(value) : Number(value);
  }

  #string({ pattern = "", minLength = 0, maxLength = Infinity }: StringType): string {
    const special = this.#interests.texts.get(pattern) ?? [];
    const fits = (text: string): boolean => minLength <= [...text].length && [...text].length <= maxLength;
    for (let attempt = 0; attempt < 30; attempt += 1) {
      const plain = this.#random.pick([
        minLength,
        minLength + 1,
        Math.min(maxLength, minLength + 8),
        ...this.#interests.lengths,
      ]);
      const isSpecial = special.length > 0 && this.#random.below(3) === 0;
      const text = isSpecial
        ? this.#random.pick(special)
        : pattern === ""
          ? this.#random.pick(["a", "😀", "ü", "\ud800"]).repeat(plain)
          : sampleText(pattern, (count) => this.#random.below(count));
      if (text !== undefined && fits(text)) {
        return text;
      }
    }
    throw new Uninhabited();
  }

  #list({ of, minItems = 0, maxItems = Infinity }: ListType, depth: number): unknown[] {
    if (minItems > maxItems || minItems > 1000) {
      throw new Uninhabited();
    }
    const most = depth > deepest ? minItems : Math.min(maxItems, Math.max(minItems, 2) + 1);
    const interesting = depth > deepest ? [] : this.#interests.counts;
    const counts = [minItems, most, ...interesting].filter((one) => minItems <= one && one <= maxItems);
    const count = this.#random.pick(counts);
    return Array.from({ length: count }, () => this.sample(of, depth + 1));
  }

  #map({ key, value }: MapType, depth: number): object {
    const count = depth > deepest ? 0 : this.#random.below(3);
    const entries = Array.from({ length: count }, () => [
      this.#random.below(6) === 0 && key.pattern === undefined ? "__proto__" : this.#string(key),
      this.sample(value, depth + 1),
    ]);
    return Object.fromEntries(entries) as object;
  }

  #named(name: Name, depth: number): unknown {
    const definition = this.#side.definition(name);
    switch (definition.kind) {
      case "alias":
        return this.sample(definition.alias.type, depth);
      case "union":
        return this.#union(name, depth);
      case "struct": {
        const { subtypes } = definition;
        if (subtypes === undefined) {
          return this.#fields(name, depth);
        }
        const tag = this.#random.pick(subtypes.tags);
        return { ".tag": tag.name, ...this.#fields(tag.type, depth) };
      }
    }
  }

  #fields(name: Name, depth: number): object {
    const style = this.#random.below(3);
    const entries = this.#side.allFields(name).flatMap(({ field }): [string, unknown][] => {
      const isOptional = field.default !== undefined || this.#side.isNullable(field.type);
      const isLeftOut = isOptional && (depth > deepest || style === 0 || (style === 1 && this.#random.below(2) === 0));
      const value =
        isLeftOut || field.omittedCaller !== undefined
          ? null
          : this.sample(this.#side.withoutNull(field.type), depth + 1);
      return value === null ? [] : [[field.name, value]];
    });
    return Object.fromEntries(entries);
  }

  #union(name: Name, depth: number): unknown {
    const tags = this.#side.allFields(name).filter(({ field }) => field.omittedCaller === undefined);
    const shallow =
      depth > deepest
        ? tags.filter(({ field }) => this.#side.mayBeAbsent(field.type) || field.type.kind === "void")
        : [];
    const { field } = this.#random.pick(shallow.length > 0 ? shallow : tags);
    const value = this.sample(field.type, depth + 1);
    if (value === null) {
      return { ".tag": field.name };
    }
    return this.#side.plainStruct(this.#side.withoutNull(field.type)) === undefined
      ? { ".tag": field.name, [field.name]: value }
      : { ".tag": field.name, ...(value as object) };
  }
}

function isInteger(value: Limit): boolean {
  return typeof value === "bigint" || Number.isInteger(value);
}
