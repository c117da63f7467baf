import type { Name } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import type { Comparison, Pair } from "./change.js";
import { compareFields } from "./fields.js";
import { compareStructWithUnion } from "./kinds.js";
import { localVerdicts } from "./local-verdicts.js";
import type { Pairing } from "./pairing.js";
import { toChange, type Findings, type PlaceComparison } from "./place.js";
import { compareSubtypes } from "./subtypes.js";
import { compareTags, definitionPlace } from "./tags.js";
import { compareWords } from "./words.js";

/** Compares pairs of structs and unions, each pair once. */
export class DefinitionComparison {
  readonly #pairing: Pairing;
  readonly #places: PlaceComparison;
  readonly #known = new Map<string, Comparison>();

  constructor(pairing: Pairing, places: PlaceComparison) {
    this.#pairing = pairing;
    this.#places = places;
  }

  compare(pair: Pair): Comparison {
    const key = pairKey(pair);
    let comparison = this.#known.get(key);
    if (comparison === undefined) {
      comparison = this.#compareNew(pair);
      this.#known.set(key, comparison);
    }
    return comparison;
  }

  #compareNew(pair: Pair): Comparison {
    const findings: Findings = { changes: [], links: [] };
    const before = this.#pairing.before.definition(pair.before);
    const after = this.#pairing.after.definition(pair.after);
    if (before.kind !== after.kind) {
      const verdict = localVerdicts["type-kind-changed"](compareStructWithUnion(this.#pairing, pair));
      const details = { from: before.kind, to: after.kind };
      findings.changes.push(toChange(definitionPlace(pair), "type-kind-changed", verdict, details));
    } else if (before.kind === "struct") {
      this.#compareParents(pair, findings);
      compareFields(this.#pairing, this.#places, pair, findings);
      compareSubtypes(this.#pairing, this.#places, pair, findings);
    } else {
      this.#compareParents(pair, findings);
      compareTags(this.#pairing, this.#places, pair, findings);
    }
    if (this.#pairing.isSame(pair)) {
      findings.changes.push(...compareWords(this.#pairing, pair));
    }
    return findings;
  }

  /** Fields that are gained or lost with a parent are reported as separate changes. */
  #compareParents(pair: Pair, { changes }: Findings): void {
    const before = parentOf(this.#pairing.before.definition(pair.before));
    const after = parentOf(this.#pairing.after.definition(pair.after));
    const isSame =
      before === undefined || after === undefined ? before === after : this.#pairing.isSame({ before, after });
    if (!isSame && this.#pairing.isSame(pair)) {
      const details = { from: before && qualified(before), to: after && qualified(after) };
      changes.push(toChange(definitionPlace(pair), "parent-changed", localVerdicts["parent-changed"], details));
    }
  }
}

export function pairKey({ before, after }: Pair): string {
  return `${qualified(before)} ${qualified(after)}`;
}

function parentOf(definition: object): Name | undefined {
  return "parent" in definition ? (definition.parent as Name | undefined) : undefined;
}
