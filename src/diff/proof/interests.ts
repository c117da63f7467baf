import type { Limit, ListType, NumberType, StringType } from "../../ir/api.js";
import { compareLanguages } from "../../patterns/containment.js";
import { limitsOf } from "../../values/limits.js";
import { noInterests, type Interests } from "../../values/sampler.js";
import type { Finding } from "../report.js";
import { anyText } from "../scalars.js";

/** The length beyond which strings and lists are described instead of created. */
export const longest = 10_000;

/** Returns values that may show a difference: those near the limits of either side, and strings that only one pattern matches. */
export function findInterests({
  rule,
  detail,
  differences,
}: Pick<Finding, "rule" | "detail" | "differences">): Interests {
  if (differences !== undefined) {
    return mergeInterests(differences.map(findInterests));
  }
  const sides = [detail?.from, detail?.to];
  if (rule.startsWith("range-") || rule === "number-kind-changed") {
    const limits = (sides as NumberType[]).map(limitsOf).flatMap(({ min, max }) => [min, max]);
    return { ...noInterests, numbers: limits.flatMap((limit) => [limit, next(limit, 1), next(limit, -1)]) };
  }
  if (rule.startsWith("length-")) {
    const limits = (sides as StringType[]).flatMap(({ minLength, maxLength }) => [minLength, maxLength]);
    return { ...noInterests, lengths: near(limits) };
  }
  if (rule.startsWith("items-")) {
    return {
      ...noInterests,
      counts: near((sides as ListType[]).flatMap(({ minItems, maxItems }) => [minItems, maxItems])),
    };
  }
  if (rule.startsWith("pattern-")) {
    const [from = null, to = null] = sides as (string | null)[];
    return { ...noInterests, texts: new Map([...textsIn(from, to), ...textsIn(to, from)]) };
  }
  return noInterests;
}

/** Returns the interests of all findings together. */
export function mergeInterests(all: readonly Interests[]): Interests {
  const texts = new Map<string, readonly string[]>();
  for (const [pattern, matching] of all.flatMap((one) => [...one.texts])) {
    texts.set(pattern, [...(texts.get(pattern) ?? []), ...matching]);
  }
  return {
    numbers: all.flatMap(({ numbers }) => numbers),
    lengths: all.flatMap(({ lengths }) => lengths),
    counts: all.flatMap(({ counts }) => counts),
    texts,
  };
}

/** Removes long strings and lists, which random messages would otherwise contain in all fields. */
export function withoutLarge({ lengths, counts, ...others }: Interests): Interests {
  return {
    ...others,
    lengths: lengths.filter((length) => length <= 100),
    counts: counts.filter((count) => count <= 20),
  };
}

function next(limit: Limit, step: 1 | -1): Limit {
  return typeof limit === "bigint" ? limit + BigInt(step) : limit + step;
}

function near(limits: readonly (number | undefined)[]): readonly number[] {
  const relevantLimits = limits.filter((limit): limit is number => limit !== undefined && limit < longest);
  return relevantLimits.flatMap((limit) => [limit, limit + 1, limit - 1]).filter((length) => length >= 0);
}

/** Returns the first pattern with a string that it matches and the second pattern does not; empty if there is none. */
function textsIn(written: string | null, read: string | null): readonly (readonly [string, readonly string[]])[] {
  const containment = compareLanguages(written ?? anyText, read ?? anyText);
  return typeof containment === "object" ? [[written ?? "", [containment.refused]]] : [];
}
