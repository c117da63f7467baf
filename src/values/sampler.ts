import type { Limit, ListType, MapType, Name, NumberType, StringType, Subtypes, Type } from "../ir/api.js";
import { isNumberType } from "../ir/kinds.js";
import type { Lookup } from "../ir/walk.js";
import { sampleText, shortestText } from "../patterns/sample.js";
import { heightsOf, type Heights } from "./heights.js";
import { isFloat, limitsOf } from "./limits.js";
import type { Choices } from "./random.js";
import { momentCount, sampleTimestamp } from "./sample-timestamp.js";
import { variant } from "./variant.js";

/** Thrown if a type has no finite value, or if none is found. */
export class Uninhabited extends Error {}

/** Values to prefer, such as those near a limit. */
export interface Interests {
  readonly numbers: readonly Limit[];
  /** Lengths of strings, in code points. */
  readonly lengths: readonly number[];
  /** Lengths of lists. */
  readonly counts: readonly number[];
  /** Pattern to matching strings. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

export const noInterests: Interests = { numbers: [], lengths: [], counts: [], texts: new Map() };

/** The depth beyond which values are as small as possible. */
export const deepest = 4;
/** The maximum number of distinct items. Longer lists repeat the last one. */
const maxDistinctItems = 100;
/** The maximum number of items and characters in lists and strings of interesting length, which may be nested. */
const maxInteresting = 10_100;

/** Generates values of an API's types in the form in which programs write them, with bigints for 64-bit integers, for callers without permissions. */
export class Sampler {
  readonly #lookup: Lookup;
  readonly #heights: Heights;
  readonly #choices: Choices;
  readonly #interests: Interests;
  /** How many times the current value occurs: the product of the lengths of the lists around it. */
  #multiplicity = 1;
  /** How many more items and characters of interesting lists and strings the value may contain. */
  #sizeBudget = 0;

  constructor(lookup: Lookup, choices: Choices, interests: Interests, heights = heightsOf(lookup)) {
    this.#lookup = lookup;
    this.#heights = heights;
    this.#choices = choices;
    this.#interests = interests;
  }

  /** Returns a value of the type. Throws `Uninhabited` if none is found. */
  sample(type: Type, depth = 0): unknown {
    this.#multiplicity = 1;
    this.#sizeBudget = maxInteresting;
    return this.#sample(type, depth);
  }

  #sample(type: Type, depth: number): unknown {
    if (!this.#heights.isInhabited(type)) {
      throw new Uninhabited();
    }
    if (isNumberType(type)) {
      return this.#number(type);
    }
    switch (type.kind) {
      case "void":
        return null;
      case "boolean":
        return this.#choices.below(2) === 1;
      case "bytes":
        return this.#choices.pick(["", "YQ==", "YWJj"]);
      case "timestamp":
        return sampleTimestamp(type.format, this.#choices.below(momentCount));
      case "string":
        return this.#string(type, depth);
      case "list":
        return this.#list(type, depth);
      case "map":
        return this.#map(type, depth);
      case "nullable":
        return this.#isLeftOut(depth) || !this.#heights.isInhabited(type.of) ? null : this.#sample(type.of, depth);
      case "ref":
        return this.#named(type, depth);
    }
  }

  /** Returns a small value of the type, without optional parts. Throws `Uninhabited` if none is found. */
  sampleSimple(type: Type): unknown {
    return this.sample(type, deepest + 1);
  }

  #isLeftOut(depth: number): boolean {
    return depth > deepest || this.#choices.below(2) === 0;
  }

  #number(type: NumberType): unknown {
    const { min, max } = limitsOf(type);
    const near = [
      min > 0 ? min : max < 0 ? max : 0,
      min,
      max,
      1,
      -1,
      7,
      1000,
      ...this.#interests.numbers,
      ...(isFloat(type) ? [0.5, -0.25, -0] : [2n ** 53n + 1n]),
    ];
    const value = this.#choices.pick(
      near.filter((one) => min <= one && one <= max && (isFloat(type) || isInteger(one))),
    );
    if (isFloat(type)) {
      return Number(value);
    }
    return type.kind.endsWith("64") ? BigInt(value) : Number(value);
  }

  #string(type: StringType, depth: number): string {
    if (depth > deepest && this.#choices.below(2) === 0) {
      return shortestText(type) ?? "";
    }
    const { pattern = "", minLength = 0, maxLength = Infinity } = type;
    const special = (this.#interests.texts.get(pattern) ?? []).filter((text) => {
      const { length } = [...text];
      return minLength <= length && length <= maxLength;
    });
    if (special.length > 0 && this.#choices.below(3) === 0) {
      return this.#choices.pick(special);
    }
    const lengths = this.#affordable(
      this.#interests.lengths.filter((length) => minLength <= length && length <= maxLength),
    );
    const any = { minLength, maxLength };
    const limits = this.#choices.pick([any, ...lengths.map((exactly) => ({ minLength: exactly, maxLength: exactly }))]);
    this.#sizeBudget -= limits === any ? 0 : limits.minLength * this.#multiplicity;
    const below = (count: number): number => this.#choices.below(count);
    const text = sampleText({ pattern, ...limits }, below) ?? shortestText(type) ?? "";
    return pattern === "" ? text.replaceAll("a", this.#choices.pick(["a", "😀", "ü", "\ud800"])) : text;
  }

  #list({ of, minItems = 0, maxItems = Infinity }: ListType, depth: number): unknown[] {
    const isShort = depth > deepest || !this.#heights.isInhabited(of);
    const most = isShort ? minItems : Math.min(maxItems, Math.max(minItems, 2) + 1);
    const interesting = isShort ? [] : this.#affordable(this.#interests.counts);
    const counts = [minItems, most, ...interesting].filter((one) => minItems <= one && one <= maxItems);
    const count = this.#choices.pick(counts);
    this.#sizeBudget -= count * this.#multiplicity;
    this.#multiplicity *= Math.max(1, count);
    const items = Array.from({ length: Math.min(count, maxDistinctItems) }, () => this.#sample(of, depth + 1));
    this.#multiplicity /= Math.max(1, count);
    return [...items, ...Array.from({ length: count - items.length }, () => items.at(-1))];
  }

  /** Returns the lengths that still fit into the value. */
  #affordable(lengths: readonly number[]): readonly number[] {
    return lengths.filter((length) => length * this.#multiplicity <= this.#sizeBudget);
  }

  #map({ key, value }: MapType, depth: number): object {
    const isInhabited = this.#heights.isInhabited(key) && this.#heights.isInhabited(value);
    const count = depth > deepest || !isInhabited ? 0 : this.#choices.below(3);
    const entries = Array.from({ length: count }, () => [
      this.#choices.below(6) === 0 && key.pattern === undefined ? "__proto__" : this.#string(key, depth),
      this.#sample(value, depth + 1),
    ]);
    return Object.fromEntries(entries) as object;
  }

  #named(name: Name, depth: number): unknown {
    const definition = this.#lookup.definition(name);
    if (definition.kind === "alias") {
      return this.#sample(definition.alias.type, depth);
    }
    if (definition.kind === "union") {
      return this.#union(name, depth);
    }
    if (definition.subtypes === undefined) {
      return this.#fields(name, depth);
    }
    const { name: tag, type } = this.#choices.pick(this.#endingSubtypes(definition.subtypes.tags, depth));
    return { ".tag": tag, ...this.#fields(type, depth) };
  }

  #fields(name: Name, depth: number): object {
    const style = this.#choices.below(3);
    const entries = this.#heights.writableFields(name).flatMap((one): [string, unknown][] => {
      const { field, type, isOptional, isInhabited } = one;
      const isWithout = depth > deepest || style === 0 || (style === 1 && this.#choices.below(2) === 0);
      const isLeftOut = isOptional && (isWithout || !isInhabited);
      const value = isLeftOut ? null : this.#sample(type, depth + 1);
      return value === null ? [] : [[field.name, value]];
    });
    return Object.fromEntries(entries);
  }

  #union(name: Name, depth: number): unknown {
    const { all, shallowest } = this.#heights.endingTags(name);
    const field = this.#choices.pick(orUninhabited(depth > deepest ? shallowest : all));
    return variant(field, this.#sample(field.type, depth + 1), this.#lookup);
  }

  /** Returns the subtypes that have a finite value; in a deep value, only those with the smallest height. */
  #endingSubtypes(subtypes: Subtypes["tags"], depth: number): Subtypes["tags"] {
    const heights = subtypes.map(({ type }) => this.#heights.of({ kind: "ref", ...type }));
    const most = depth > deepest ? Math.min(...heights) : Number.MAX_VALUE;
    return orUninhabited(subtypes.filter((_, index) => (heights[index] ?? Infinity) <= most));
  }
}

function orUninhabited<Option>(options: readonly Option[]): readonly Option[] {
  if (options.length === 0) {
    throw new Uninhabited();
  }
  return options;
}

function isInteger(value: Limit): boolean {
  return typeof value === "bigint" || Number.isInteger(value);
}
