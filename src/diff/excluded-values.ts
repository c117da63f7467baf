import type { ListType, NumberType, StringType } from "../ir/api.js";
import { limitsOf } from "../values/limits.js";
import type { Details } from "./change.js";
import type { Rule } from "./report.js";

interface Bounds<Bound = number | bigint> {
  readonly min: Bound;
  readonly max: Bound;
}

/**
 * Describes the values that one side writes and the other rejects, as a predicate: `is above 9`, `has more than 3 items`.
 * `reader` is the side that rejects them. Undefined for other rules.
 */
export function describeExcluded(rule: Rule, { from, to }: Details, reader: "old" | "new"): string | undefined {
  const [kind] = rule.split("-");
  const [writer, read] = reader === "new" ? [from, to] : [to, from];
  switch (kind) {
    case "range":
      return words(limitsOf(writer as NumberType), limitsOf(read as NumberType), "is", ["below", "above"]);
    case "length":
      return words(
        lengths(writer as StringType),
        lengths(read as StringType),
        "is",
        ["shorter than", "longer than"],
        "character",
      );
    case "items":
      return words(counts(writer as ListType), counts(read as ListType), "has", ["fewer than", "more than"], "item");
    default:
      return undefined;
  }
}

/**
 * Returns the number of items or characters in the shortest list or string that one side writes and `reader` rejects;
 * undefined for other rules, and if there is none.
 */
export function measureShortestExcluded(rule: Rule, { from, to }: Details, reader: "old" | "new"): number | undefined {
  const [kind] = rule.split("-");
  const sides = reader === "new" ? [from, to] : [to, from];
  const [writer, read] =
    kind === "length"
      ? (sides as StringType[]).map(lengths)
      : kind === "items"
        ? (sides as ListType[]).map(counts)
        : [];
  if (writer === undefined || read === undefined) {
    return undefined;
  }
  if (writer.min < read.min) {
    return writer.min;
  }
  return writer.max > read.max ? Math.max(writer.min, read.max + 1) : undefined;
}

function words(
  writer: Bounds,
  reader: Bounds,
  verb: string,
  [below, above]: readonly [string, string],
  unit?: string,
): string | undefined {
  const parts = [
    ...(writer.min < reader.min ? [{ word: below, bound: reader.min }] : []),
    ...(writer.max > reader.max ? [{ word: above, bound: reader.max }] : []),
  ];
  const last = parts.at(-1);
  if (last === undefined) {
    return undefined;
  }
  const limits = parts.map(({ word, bound }) => `${word} ${bound}`).join(" or ");
  return `${verb} ${limits}${unit === undefined ? "" : ` ${unit}${last.bound === 1 ? "" : "s"}`}`;
}

function lengths({ minLength, maxLength }: StringType): Bounds<number> {
  return { min: minLength ?? 0, max: maxLength ?? Infinity };
}

function counts({ minItems, maxItems }: ListType): Bounds<number> {
  return { min: minItems ?? 0, max: maxItems ?? Infinity };
}
