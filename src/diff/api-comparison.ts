import type { Api } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import { findAffected } from "./affected.js";
import type { Comparison, Pair } from "./change.js";
import { DefinitionComparison } from "./definitions.js";
import { Pairing } from "./pairing.js";
import { PlaceComparison } from "./place.js";
import { findReachable, foldReplacement } from "./reach.js";

/** Compares two APIs. Each pair of definitions is compared only once, from wherever it is reached. */
export class ApiComparison {
  readonly pairing: Pairing;
  readonly places: PlaceComparison;
  readonly #definitions: DefinitionComparison;
  readonly #affected: ReadonlySet<string>;

  constructor(before: Api, after: Api) {
    this.pairing = new Pairing(before, after);
    this.places = new PlaceComparison(this.pairing);
    this.#definitions = new DefinitionComparison(this.pairing, this.places);
    this.#affected = findAffected(before, after);
  }

  /** Whether the two sides of a pair are equal, including everything that they refer to. */
  isEqual({ before, after }: Pair): boolean {
    const name = qualified(before);
    return name === qualified(after) && !this.#affected.has(name);
  }

  /** Returns all changes that are reachable from a comparison. Excluded pairs are not followed; by default, equal pairs are excluded. */
  reach(
    start: Comparison,
    isExcluded: (pair: Pair) => boolean = (pair) => this.isEqual(pair),
  ): ReturnType<typeof findReachable> {
    const { reachedChanges, pairs } = findReachable(start, {
      compare: (pair) => this.#definitions.compare(pair),
      isSame: (pair) => this.pairing.isSame(pair),
      isExcluded,
    });
    return { reachedChanges: foldReplacement(reachedChanges, start), pairs };
  }
}

/** Returns the start of a search in a pair of definitions. */
export function linkTo(pair: Pair): Comparison {
  return { changes: [], links: [{ pair, step: "", isOmitted: false }] };
}
