import type { ListType, NumberType, StringType } from "../ir/api.js";
import { limitsOf } from "../values/limits.js";
import type { Details } from "./change.js";
import type { Rule } from "./report.js";

type Bound = number | bigint;

interface Bounds {
  readonly min: Bound;
  readonly max: Bound;
}

/**
 * Which values one side has and the other one has not, as the end of "in which it …": `is above 9`, `has more than 3 items`.
 * `reader` is the side that refuses them. Undefined for other rules.
 */
export function describeBeyond(rule: Rule, { from, to }: Details, reader: "old" | "new"): string | undefined {
  const [kind] = rule.split("-");
  const [writer, read] = reader === "new" ? [from, to] : [to, from];
  switch (kind) {
    case "range":
      return words(limitsOf(writer as NumberType), limitsOf(read as NumberType), "is", ["below", "above"], "");
    case "length":
      return words(
        lengths(writer as StringType),
        lengths(read as StringType),
        "is",
        ["shorter than", "longer than"],
        " characters",
      );
    case "items":
      return words(counts(writer as ListType), counts(read as ListType), "has", ["fewer than", "more than"], " items");
    default:
      return undefined;
  }
}

function words(
  writer: Bounds,
  reader: Bounds,
  verb: string,
  [below, above]: readonly [string, string],
  unit: string,
): string | undefined {
  const parts = [
    ...(writer.min < reader.min ? [`${below} ${reader.min}`] : []),
    ...(writer.max > reader.max ? [`${above} ${reader.max}`] : []),
  ];
  return parts.length === 0 ? undefined : `${verb} ${parts.join(" or ")}${unit}`;
}

function lengths({ minLength, maxLength }: StringType): Bounds {
  return { min: minLength ?? 0, max: maxLength ?? Infinity };
}

function counts({ minItems, maxItems }: ListType): Bounds {
  return { min: minItems ?? 0, max: maxItems ?? Infinity };
}
