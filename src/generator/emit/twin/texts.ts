import type { Type, Route } from "../../../ir/api.js";
import type { Lookup } from "../../../ir/walk.js";
import { sampleText, shortestText } from "../../../patterns/sample.js";
import { chosenValue } from "../../../values/chosen-value.js";
import { findMismatch } from "../../../values/mismatch.js";
import { Random } from "../../../values/random.js";

/** How to create distinct strings of a type: by numbering them, or from a list. */
export type Fresh = { readonly prefix: string; readonly digits: number } | { readonly texts: readonly string[] };

/** The maximum number of strings to list if numbered strings do not match the pattern. */
const maxTexts = 64;

/** Returns how to create cursors, ids and keys of a string type; undefined for other types, and if no string is found. */
export function freshText(type: Type, wish: string, lookup: Lookup): Fresh | undefined {
  const bare = lookup.bare(type);
  if (bare.kind !== "string") {
    return undefined;
  }
  const { minLength = 0, maxLength = Infinity } = bare;
  const shortest = shortestText(bare) ?? "";
  for (const prefix of [`${wish}-`, "", shortest, shortest.slice(0, -1)]) {
    const digits = Math.min(Math.max(minLength - prefix.length, 6), maxLength - prefix.length);
    const numbers = digits < 4 ? [] : ["1", "234567890".slice(0, Math.min(digits, 9)), "9".repeat(digits)];
    const fits = numbers.every(
      (number) => findMismatch(`${prefix}${number.padStart(digits, "0")}`, bare, lookup, true) === undefined,
    );
    if (digits >= 4 && fits) {
      return { prefix, digits };
    }
  }
  const random = new Random(wish);
  const texts = Array.from({ length: maxTexts * 4 }, () => sampleText(bare, (count) => random.below(count)));
  const different = [...new Set(texts.filter((text) => text !== undefined))].slice(0, maxTexts);
  return different.length === 0 ? undefined : { texts: different };
}

/** Returns the strings that a field of a route's argument has in the examples and in the chosen argument. */
export function shownTexts(route: Route, field: string, lookup: Lookup): readonly string[] {
  const struct = lookup.plainStruct(route.arg);
  const examples = struct === undefined ? [] : lookup.examples(struct.name);
  const values = [chosenValue(route.arg, lookup), ...examples.map(({ value }) => value)];
  const texts = values.map((value) => (value as { readonly [name: string]: unknown } | null | undefined)?.[field]);
  return [...new Set(texts.filter((text) => typeof text === "string"))];
}
