import type { ListType, RefType, Type, Name } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import type { Change, Details, Link, Pair, PlaceRule, Target, ValueChange } from "./change.js";
import { compareIntervals, compareNumbers, compareStrings, compareTimestamps, type KnownPatterns } from "./scalars.js";
import { compareKinds } from "./kinds.js";
import { localVerdicts } from "./local-verdicts.js";
import { isNumberType } from "../ir/kinds.js";
import type { Pairing, Side } from "./pairing.js";
import type { LocalVerdict } from "./verdict.js";

/** Something that has a type (CMP-12). */
export interface Place {
  readonly subject: string;
  /** The subject with the sides swapped. Members may be declared elsewhere, and definitions may have another name. */
  readonly mirror: string;
  readonly step: string;
  /** The kind of place. The nullability of fields is not compared with their types, because it makes the fields optional. */
  readonly kind: "field" | "tag" | "other";
  /** Whether the place is only in messages of callers with a permission. Verdicts on messages are for callers without it. */
  readonly isOmitted: boolean;
  readonly before: Target | undefined;
  readonly after: Target | undefined;
}

/** Collects the results of a comparison while it runs. */
export interface Findings {
  readonly changes: Change[];
  readonly links: Link[];
}

export function toChange(place: Place, rule: PlaceRule, verdict: LocalVerdict, details: Details = {}): Change {
  const { subject, mirror, step, before, after, isOmitted } = place;
  const seen: LocalVerdict = isOmitted ? { ...verdict, req: "ok", res: "ok" } : verdict;
  return { rule, subject, mirror, step, before, after, verdict: seen, details };
}

/** Compares the types of places. */
export class PlaceComparison {
  /** The qualified names of the aliases that some place refers to on both sides. */
  readonly sharedAliases = new Set<string>();
  readonly #pairing: Pairing;
  readonly #patterns: KnownPatterns = new Map();
  /** The lists and maps around the place that is compared, which may contain themselves through aliases. */
  readonly #outer: { readonly before: Type; readonly after: Type }[] = [];

  constructor(pairing: Pairing) {
    this.#pairing = pairing;
  }

  compare(place: Place, before: Type, after: Type, findings: Findings): void {
    const old = resolve(this.#pairing.before, before);
    const now = resolve(this.#pairing.after, after);
    const shared = sharedAliases(old, now);
    shared.forEach(({ name }) => this.sharedAliases.add(qualified(name)));
    const [alias] = shared;
    const inside =
      alias === undefined
        ? place
        : {
            ...place,
            subject: qualified(alias.name),
            mirror: qualified(alias.name),
            before: alias.name,
            after: alias.name,
          };
    if (place.kind !== "field" && old.isNullable !== now.isNullable) {
      const isInside =
        alias !== undefined &&
        (old.isNullable ? old.aliasesAboveNull > alias.beforeIndex : now.aliasesAboveNull > alias.afterIndex);
      findings.changes.push(this.#compareNullability(isInside ? inside : place, old, now));
    }
    if (!this.#outer.some((outer) => outer.before === old.type && outer.after === now.type)) {
      this.#outer.push({ before: old.type, after: now.type });
      this.#compareValues(inside, old.type, now.type, findings);
      this.#outer.pop();
    }
  }

  #compareNullability(place: Place, old: Resolved, now: Resolved): Change {
    const rule = now.isNullable ? "nullable-added" : "nullable-removed";
    const needsNothing = now.isNullable
      ? this.#pairing.before.isDefaultable(old.type)
      : this.#pairing.after.isDefaultable(now.type);
    return toChange(place, rule, localVerdicts[rule](needsNothing, place.kind === "tag"));
  }

  #compareValues(place: Place, before: Type, after: Type, findings: Findings): void {
    const add = (changes: readonly ValueChange[]): void => {
      findings.changes.push(...changes.map(({ rule, verdict, details }) => toChange(place, rule, verdict, details)));
    };
    const kindChanged = (): void => {
      add([compareKinds(this.#pairing, before, after)]);
    };
    if (isNumberType(before)) {
      return isNumberType(after) ? add(compareNumbers(before, after)) : kindChanged();
    }
    switch (before.kind) {
      case "string":
        return after.kind === "string" ? add(compareStrings(before, after, this.#patterns)) : kindChanged();
      case "timestamp":
        return after.kind === "timestamp" ? add(compareTimestamps(before, after)) : kindChanged();
      case "list":
        return after.kind === "list" ? this.#compareLists(place, before, after, findings) : kindChanged();
      case "map":
        if (after.kind !== "map") {
          return kindChanged();
        }
        this.compare(below(place, "{key}"), before.key, after.key, findings);
        return this.compare(below(place, "{}"), before.value, after.value, findings);
      case "ref":
        return after.kind === "ref" && this.#areComparable({ before, after })
          ? this.#compareReferences(place, before, after, findings)
          : kindChanged();
      case "boolean":
      case "bytes":
      case "void":
      case "nullable":
        return before.kind === after.kind ? undefined : kindChanged();
      default:
        return before satisfies never;
    }
  }

  #compareLists(place: Place, before: ListType, after: ListType, findings: Findings): void {
    const shift = compareIntervals(
      { min: before.minItems ?? 0, max: before.maxItems ?? Infinity },
      { min: after.minItems ?? 0, max: after.maxItems ?? Infinity },
    );
    if (shift !== undefined) {
      const rule = `items-${shift}` as const;
      findings.changes.push(toChange(place, rule, localVerdicts[rule], { from: before, to: after }));
    }
    this.compare(below(place, "[]"), before.of, after.of, findings);
  }

  /** A struct and a union are compared only if they are the two forms of one definition. */
  #areComparable(pair: Pair): boolean {
    const { before, after } = this.#pairing;
    return before.definition(pair.before).kind === after.definition(pair.after).kind || this.#pairing.isSame(pair);
  }

  #compareReferences(place: Place, before: RefType, after: RefType, findings: Findings): void {
    const pair: Pair = {
      before: { namespace: before.namespace, name: before.name },
      after: { namespace: after.namespace, name: after.name },
    };
    if (!this.#pairing.isSame(pair)) {
      const details = { from: qualified(before), to: qualified(after) };
      findings.changes.push(toChange(place, "ref-changed", localVerdicts["ref-changed"], details));
    }
    findings.links.push({ pair, step: place.step, isOmitted: place.isOmitted });
  }
}

function below(place: Place, suffix: string): Place {
  return {
    ...place,
    subject: place.subject + suffix,
    mirror: place.mirror + suffix,
    step: place.step + suffix,
    kind: "other",
  };
}

/** The target of a place's reference, through aliases and `?`. */
interface Resolved {
  /** The target, which is neither an alias nor nullable. */
  readonly type: Type;
  readonly isNullable: boolean;
  /** The number of aliases outside of `?`: 0 if even the outermost alias is inside it. */
  readonly aliasesAboveNull: number;
  /** The aliases that the place refers to, directly or inside `?`, with the outermost first. */
  readonly aliases: readonly Name[];
}

function resolve(side: Side, type: Type): Resolved {
  const aliases: Name[] = [];
  let aliasesAboveNull: number | undefined;
  let at = type;
  for (;;) {
    if (at.kind === "nullable") {
      aliasesAboveNull ??= aliases.length;
      at = at.of;
      continue;
    }
    const definition = at.kind === "ref" ? side.definition(at) : undefined;
    if (at.kind !== "ref" || definition?.kind !== "alias") {
      return {
        type: at,
        isNullable: aliasesAboveNull !== undefined,
        aliasesAboveNull: aliasesAboveNull ?? 0,
        aliases,
      };
    }
    aliases.push({ namespace: at.namespace, name: at.name });
    at = definition.alias.type;
  }
}

/** Returns the aliases that both sides refer to, in the order of the new side, with their positions on both sides. */
function sharedAliases(before: Resolved, after: Resolved): readonly SharedAlias[] {
  return after.aliases.flatMap((name, afterIndex) => {
    const beforeIndex = before.aliases.findIndex((other) => qualified(other) === qualified(name));
    return beforeIndex < 0 ? [] : [{ name, beforeIndex, afterIndex }];
  });
}

interface SharedAlias {
  readonly name: Name;
  readonly beforeIndex: number;
  readonly afterIndex: number;
}
