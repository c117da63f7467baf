import { sample } from "fast-check";
import type { Shape as RuntimeShape, Shapes } from "../../../templates/runtime/arbitraries/shape.js";
import { mistakesIn, type Mistake } from "../../../templates/runtime/arbitraries/mistakes.js";
import { valuesOf } from "../../../templates/runtime/arbitraries/values.js";
import { type JsonPath, withValueAt } from "../../../templates/runtime/arbitraries/value-at.js";
import { ShapeMaker } from "../../generator/emit/arbitrary-shapes.js";
import type { Context } from "../../generator/facts/context.js";
import { structFields } from "../../generator/facts/members.js";
import type { Json, StringType, Type } from "../../ir/api.js";
import { isNumberType } from "../../ir/kinds.js";
import type { Lookup } from "../../ir/walk.js";
import { chosenValue } from "../../values/chosen-value.js";
import { strictExamples } from "../../values/strict-examples.js";
import { synthesize } from "../../values/synthesize.js";
import { Random } from "../../values/random.js";
import type { ContractRoute } from "../contract-route.js";
import { isDuration, seemsIdentity } from "./name-meanings.js";
import type { FreshTexts } from "./fresh-text.js";
import { placesIn, type Place } from "./places.js";
import type { KnownObject, ValuePool } from "./pool.js";

/** Where the values of an argument come from. */
export interface Origins {
  /** The paths of strings that had not been used as a name before. */
  readonly fresh: readonly JsonPath[];
  /** The paths of values that the server knows. */
  readonly known: readonly JsonPath[];
}

export const noOrigins: Origins = { fresh: [], known: [] };

export interface MadeArgument extends Origins {
  readonly arg: Json;
}

/** The percentages of an argument's strings that are known and fresh; the others are random. */
interface Mixture {
  readonly known: number;
  readonly fresh: number;
}

const readingMixtures: readonly Mixture[] = [
  { known: 90, fresh: 0 },
  { known: 80, fresh: 10 },
  { known: 95, fresh: 0 },
  { known: 30, fresh: 10 },
];
/** With these, most calls create something or change something known. */
const writingMixtures: readonly Mixture[] = [
  { known: 10, fresh: 80 },
  { known: 90, fresh: 5 },
  { known: 50, fresh: 40 },
  { known: 10, fresh: 20 },
];
/** The factor by which strings that are not names are replaced less often, because any string is valid for them. */
const ordinary = 4;

/** The number of random arguments that are generated at a time. */
const batch = 16;

/** Makes arguments that match the types of their routes. */
export class ArgumentMaker {
  readonly #lookup: Lookup;
  readonly #shapes: Shapes;
  readonly #shapeMaker: ShapeMaker;
  readonly #pool: ValuePool;
  readonly #random: Random;
  readonly #seed: number;
  readonly #destroysExisting: boolean;
  readonly #fresh: FreshTexts;
  readonly #batches = new Map<string, Json[]>();
  #count = 0;

  /** The context is that of a caller's view of the API. `destroysExisting` permits destroying things that the run did not create. */
  constructor({ api, lookup }: Context, pool: ValuePool, fresh: FreshTexts, seed: number, destroysExisting: boolean) {
    this.#lookup = lookup;
    this.#destroysExisting = destroysExisting;
    this.#pool = pool;
    this.#seed = seed;
    this.#random = new Random(`arguments ${seed}`);
    this.#fresh = fresh;
    this.#shapeMaker = new ShapeMaker(lookup, false);
    this.#shapes = this.#shapeMaker.named(api) as Shapes;
  }

  /** Returns the examples of a route's argument, or else one synthesized value. */
  examples({ route, hasArg }: ContractRoute): readonly Json[] {
    if (!hasArg) {
      return [];
    }
    const examples = strictExamples(route.arg, this.#lookup).map(({ value }) => value);
    const chosen = examples.length > 0 ? undefined : chosenValue(route.arg, this.#lookup);
    return chosen === undefined ? examples : [chosen];
  }

  /** Returns a random argument; undefined if the type has no value. */
  random(route: ContractRoute): MadeArgument | undefined {
    const json = this.#next(route);
    if (json === undefined) {
      return undefined;
    }
    const mixture = this.#random.pick(route.effect === "reads" ? readingMixtures : writingMixtures);
    return this.fill(json, route, mixture);
  }

  /** Returns mistakes, each of which makes an argument invalid. */
  mistakes(json: Json, { route }: ContractRoute): readonly Mistake[] {
    const shape = this.#shapeMaker.root(route.arg);
    return shape === undefined ? [] : mistakesIn(json, shape as RuntimeShape, this.#shapes);
  }

  /** Returns the smallest argument, with known or fresh strings. */
  smallest(route: ContractRoute, mixture: Mixture): MadeArgument | undefined {
    const json = synthesize(route.route.arg, this.#lookup);
    return json === undefined ? undefined : this.fill(json, route, mixture);
  }

  /** Returns the argument with some values replaced by known and fresh ones. */
  fill(json: Json, target: ContractRoute, { known, fresh }: Mixture): MadeArgument {
    const { name, route } = target;
    let arg = json;
    const freshPaths: JsonPath[] = [];
    const knownPaths: JsonPath[] = [];
    let object: KnownObject | undefined;
    for (const place of placesIn(json, route.arg, this.#lookup)) {
      const { type, path } = place;
      if (isNumberType(type)) {
        const isKnown = !isDuration(place.field) && object !== undefined && this.#random.below(100) < known;
        const value = isDuration(place.field)
          ? this.#shortest(place)
          : isKnown && object !== undefined
            ? this.#pool.fromObject(place, object)
            : undefined;
        if (value !== undefined) {
          arg = withValueAt(arg, path, value);
          knownPaths.push(...(isKnown ? [path] : []));
        }
      } else if (type.kind === "string") {
        const isName = seemsIdentity(place);
        const draw = this.#random.below(isName ? 100 : 100 * ordinary);
        const belonging = object && draw < known ? this.#pool.fromObject(place, object) : undefined;
        const choice = belonging === undefined && draw < known ? this.#pool.pick(place, name, this.#random) : undefined;
        const value = belonging ?? choice?.value;
        object ??= choice?.object;
        if (value !== undefined) {
          arg = withValueAt(arg, path, value);
          knownPaths.push(path);
        } else if (draw < known + fresh) {
          const text = this.#fresh.make(type, this.#random);
          arg = text === undefined ? arg : withValueAt(arg, path, text);
          freshPaths.push(path);
        } else if (isName) {
          freshPaths.push(path);
        }
      }
    }
    return { arg: target.isLongPoll ? this.#withShortWait(arg, route.arg) : arg, fresh: freshPaths, known: knownPaths };
  }

  /**
   * Returns the argument for other things, because the things that it names may have changed: fresh strings are replaced by
   * new ones, and known values by those of another object.
   */
  withFreshNames(made: MadeArgument, target: ContractRoute): MadeArgument {
    const { arg, fresh, known } = made;
    const { name, route, effect } = target;
    if (effect === "destroys") {
      const other = this.toDestroy(arg, target);
      return "missing" in other ? made : other;
    }
    const places = new Map(placesIn(arg, route.arg, this.#lookup).map((place) => [JSON.stringify(place.path), place]));
    let changed = arg;
    let object: KnownObject | undefined;
    for (const path of known) {
      const place = places.get(JSON.stringify(path));
      const choice =
        place === undefined || object !== undefined || place.type.kind !== "string"
          ? undefined
          : this.#pool.pick(place, name, this.#random);
      object ??= choice?.object;
      const value = choice?.value ?? (place && object && this.#pool.fromObject(place, object));
      changed = value === undefined ? changed : withValueAt(changed, path, value);
    }
    for (const path of fresh) {
      const type = places.get(JSON.stringify(path))?.type;
      const text = type?.kind === "string" ? this.#fresh.make(type, this.#random) : undefined;
      changed = text === undefined ? changed : withValueAt(changed, path, text);
    }
    return { arg: changed, fresh, known };
  }

  /** Returns a string of a type that has not been used before; undefined if none is found. */
  freshText(type: StringType): string | undefined {
    return this.#fresh.make(type, this.#random);
  }

  /** Returns the argument with a new string in every place that has no known value. */
  renewed(made: MadeArgument, route: ContractRoute): MadeArgument {
    const knownPaths = new Set(made.known.map((path) => JSON.stringify(path)));
    const texts = placesIn(made.arg, route.route.arg, this.#lookup).filter(
      ({ type, path }) => type.kind === "string" && !knownPaths.has(JSON.stringify(path)),
    );
    return this.withFreshNames({ ...made, fresh: texts.map(({ path }) => path) }, route);
  }

  /**
   * Returns an argument that names only things that may be destroyed; if that is impossible, the place of the first string
   * or id that has no known value.
   */
  toDestroy(json: Json, route: ContractRoute): MadeArgument | { readonly missing: Place } {
    return this.#ofKnown(json, route, !this.#destroysExisting);
  }

  /** Returns the same as {@link toDestroy}, but only with things that this run has created. */
  ofCreated(json: Json, route: ContractRoute): MadeArgument | { readonly missing: Place } {
    return this.#ofKnown(json, route, true);
  }

  #ofKnown(
    json: Json,
    { name, route }: ContractRoute,
    onlyCreated: boolean,
  ): MadeArgument | { readonly missing: Place } {
    const places = placesIn(json, route.arg, this.#lookup);
    let arg = json;
    let object: KnownObject | undefined;
    const knownPaths: JsonPath[] = [];
    for (const place of places) {
      const isNumber = isNumberType(place.type);
      if (place.type.kind === "string" || (isNumber && isId(place))) {
        knownPaths.push(place.path);
        const choice = this.#pool.pick(place, name, this.#random, onlyCreated);
        if (choice === undefined) {
          return { missing: place };
        }
        object ??= choice.object;
        arg = withValueAt(arg, place.path, choice.value);
      } else if (isNumber && object !== undefined) {
        const value = this.#pool.fromObject(place, object);
        arg = value === undefined ? arg : withValueAt(arg, place.path, value);
      }
    }
    const [whole] = places;
    // A call without a name in its argument could destroy anything.
    return object === undefined && whole !== undefined ? { missing: whole } : { arg, fresh: [], known: knownPaths };
  }

  #next(route: ContractRoute): Json | undefined {
    const values = this.#batches.get(route.name) ?? [];
    this.#batches.set(route.name, values);
    if (values.length === 0) {
      const shape = this.#shapeMaker.root(route.route.arg);
      if (shape === undefined) {
        return undefined;
      }
      this.#count += 1;
      const arbitrary = valuesOf(shape as RuntimeShape, this.#shapes, {
        hasBigints: false,
        hasDates: false,
        isMessage: false,
        hasNewer: false,
      });
      values.push(...(sample(arbitrary, { numRuns: batch, seed: this.#seed * 7919 + this.#count }) as Json[]));
    }
    return values.pop();
  }

  /** Returns the argument with the shortest wait that its type permits. */
  #withShortWait(arg: Json, type: Type): Json {
    const waits = structFields(type, this.#lookup).filter((field) => isDuration(field));
    return waits.reduce((json, field) => {
      const value = synthesize(this.#lookup.withoutNull(field.type), this.#lookup);
      return value === undefined ? json : withValueAt(json, [field.name], value);
    }, arg);
  }

  #shortest({ type }: Place): Json | undefined {
    return synthesize(type, this.#lookup);
  }
}

/** Whether a number is an id. */
function isId({ field, aliases }: Place): boolean {
  return aliases.length > 0 || /(?:^|_)(?:ids?|keys?|numbers?)$/i.test(field?.name ?? "");
}
