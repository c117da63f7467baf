import type { Limit, ListType, NumberType, StringType } from "../../ir/api.js";
import { compareLanguages } from "../../patterns/containment.js";
import { limitsOf } from "../../values/limits.js";
import type { Interests } from "../../values/sampler.js";
import type { Finding } from "../report.js";
import { anyText } from "../strings.js";

/** Longer values are left to the readers' imagination. */
const longest = 2000;

/** Values that may show a difference: those near the limits of either side, and texts that only one pattern matches. */
export function findInterests(findings: readonly Finding[]): Interests {
  const numbers: Limit[] = [];
  const lengths: number[] = [];
  const counts: number[] = [];
  const texts = new Map<string, string[]>();
  for (const { rule, detail } of findings) {
    const sides = [detail?.from, detail?.to];
    if (rule.startsWith("range-") || rule === "number-kind-changed") {
      for (const { min, max } of (sides as NumberType[]).map(limitsOf)) {
        numbers.push(...[min, max].flatMap((limit) => [limit, next(limit, 1), next(limit, -1)]));
      }
    } else if (rule.startsWith("length-")) {
      lengths.push(...(sides as StringType[]).flatMap(({ minLength, maxLength }) => near(minLength, maxLength)));
    } else if (rule.startsWith("items-")) {
      counts.push(...(sides as ListType[]).flatMap(({ minItems, maxItems }) => near(minItems, maxItems)));
    } else if (rule.startsWith("pattern-")) {
      const [from, to] = sides as (string | null)[];
      addDifference(texts, from ?? null, to ?? null);
      addDifference(texts, to ?? null, from ?? null);
    }
  }
  return { numbers, lengths, counts, texts };
}

/** The same without long strings and lists: random messages would be full of them, of all fields. */
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

function near(...limits: readonly (number | undefined)[]): readonly number[] {
  const known = limits.filter((limit): limit is number => limit !== undefined && limit <= longest);
  return known.flatMap((limit) => [limit, limit + 1, limit - 1]).filter((length) => length >= 0);
}

function addDifference(texts: Map<string, string[]>, written: string | null, read: string | null): void {
  const containment = compareLanguages(written ?? anyText, read ?? anyText);
  if (typeof containment === "object") {
    texts.set(written ?? "", [...(texts.get(written ?? "") ?? []), containment.refused]);
  }
}
