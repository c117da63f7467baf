import type { Json, Type } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import { findMismatch } from "../../values/mismatch.js";
import type { Random } from "../../values/random.js";
import type { ContractRoute } from "../contract-route.js";
import type { FreshTexts } from "./fresh-text.js";
import { placesIn, type Place } from "./places.js";
import { seemsIdentity, valueKeys, wantedKeys } from "./name-meanings.js";

/** Values that belong together, by their keys: those of an object in a reply, and of the argument of its call. */
export type KnownObject = ReadonlyMap<string, Json>;

/** A value that exists on the server. */
interface KnownValue {
  readonly value: Json;
  readonly object: KnownObject;
  /** Whether this run has created the thing that the value names. */
  isCreated: boolean;
}

/** The maximum number of values that are stored for each key. */
const maxValues = 60;

/** Strings and numbers that exist on the server, taken from replies and from successful arguments. */
export class ValuePool {
  readonly #lookup: Lookup;
  readonly #fresh: FreshTexts;
  readonly #values = new Map<string, Map<Json, KnownValue>>();
  /** Key to the values that the user has given. */
  readonly #given: ReadonlyMap<string, readonly Json[]>;

  /** `given` contains values by alias (`files.Path`) or by field of a route (`team/members/get_info.members`). */
  constructor(lookup: Lookup, given: Readonly<Record<string, readonly Json[]>>, fresh: FreshTexts) {
    this.#lookup = lookup;
    this.#fresh = fresh;
    this.#given = new Map(Object.entries(given));
  }

  /**
   * Adds the values of a successful call. A call that writes has created the things that its argument gives fresh names. It
   * has also created the things that its result names for the first time, unless the argument names something that existed
   * before: the result may then be about that.
   */
  learn(route: ContractRoute, arg: Json | undefined, result: Json | undefined, writes: boolean): void {
    const { arg: argType, result: resultType } = route.route;
    const asked = arg === undefined ? [] : placesIn(arg, argType, this.#lookup);
    const answered = result === undefined ? [] : placesIn(result, resultType, this.#lookup);
    const shared = objectOf(asked);
    const objects = new Map<string, Place[]>();
    for (const place of answered) {
      const container = JSON.stringify(place.path.slice(0, -1));
      objects.set(container, [...(objects.get(container) ?? []), place]);
    }
    // The values of the argument belong to the result if the result is about a single thing. The only name in an argument belongs to every result.
    const isOne = objects.size <= 3;
    const names = asked.filter(seemsIdentity);
    const around = isOne ? shared : objectOf(names.length === 1 ? names : []);
    const all = [...objects.values()].map((places) => {
      const path = places[0]?.path ?? [];
      // The values of enclosing objects belong to an object too.
      const outer = path.slice(0, -1).map((_, length) => objects.get(JSON.stringify(path.slice(0, length))) ?? []);
      return {
        places,
        object: new Map([...around, ...outer.flatMap((each) => [...objectOf(each)]), ...objectOf(places)]),
      };
    });
    const whole = all.reduce<KnownObject>(
      (merged, { object }) => (isOne ? new Map([...merged, ...object]) : merged),
      shared,
    );
    // If the effect of a route is unknown, only a fresh name in its argument shows that it may have created something.
    const mayCreate = writes && (route.effect !== undefined || asked.some(({ json }) => this.#fresh.has(json)));
    const isAboutNew = mayCreate && asked.every((place) => !seemsIdentity(place) || this.#isCreated(place));
    for (const place of asked) {
      this.#add(place, whole, writes && this.#fresh.has(place.json));
    }
    for (const { places, object } of all) {
      places.forEach((place) => this.#add(place, object, isAboutNew, sourceKeys(place, route.name)));
    }
  }

  /** Returns a value for a place, with the values that belong to it; undefined if none is known. */
  pick(place: Place, route: string, random: Random, onlyCreated = false): KnownChoice | undefined {
    const given = [`${route}.${place.path.filter((key) => typeof key === "string").join(".")}`, ...aliasesOf(place)];
    const values = given.flatMap((key) => this.#given.get(key) ?? []).filter((value) => this.fits(value, place));
    if (values.length > 0 && !onlyCreated) {
      return { value: random.pick(values), object: new Map() };
    }
    for (const key of [...continuedKeys(place, route), ...wantedKeys(place)]) {
      const knownValues = [...(this.#values.get(key)?.values() ?? [])].filter(
        ({ value, isCreated }) => (isCreated || !onlyCreated) && this.fits(value, place),
      );
      const created = knownValues.filter(({ isCreated }) => isCreated);
      const [last] = knownValues.slice(-1);
      if (last !== undefined) {
        // Values that the run has created, and newer values, are preferred.
        const among = created.length > 0 && random.below(4) > 0 ? created : knownValues;
        return random.below(3) === 0 ? (among.at(-1) ?? last) : random.pick(among);
      }
    }
    return undefined;
  }

  /** Returns the value of an object that fits a place. */
  fromObject(place: Place, object: KnownObject): Json | undefined {
    for (const key of wantedKeys(place)) {
      const value = object.get(key);
      if (value !== undefined && this.fits(value, place)) {
        return value;
      }
    }
    return undefined;
  }

  /** Whether any value for a place is known. */
  knows(place: Place): boolean {
    return wantedKeys(place).some((key) => (this.#values.get(key)?.size ?? 0) > 0);
  }

  isKnown(value: Json, place: Place): boolean {
    return valueKeys(place).some((key) => this.#values.get(key)?.has(value) === true);
  }

  /** Whether this run has created the thing that a value names. */
  #isCreated(place: Place): boolean {
    return (
      this.#fresh.has(place.json) ||
      valueKeys(place).some((key) => this.#values.get(key)?.get(place.json)?.isCreated === true)
    );
  }

  /** Forgets the strings of an argument whose call has destroyed the things that they name. */
  forget(arg: Json, type: Type): void {
    for (const place of placesIn(arg, type, this.#lookup)) {
      for (const key of valueKeys(place)) {
        if (place.type.kind === "string") {
          this.#values.get(key)?.delete(place.json);
        }
      }
    }
  }

  fits(value: Json, { type }: Place): boolean {
    return findMismatch(value, type, this.#lookup, true) === undefined;
  }

  #add(place: Place, object: KnownObject, isCreated: boolean, more: readonly string[] = []): void {
    const { json } = place;
    if (typeof json !== "string" && typeof json !== "number" && typeof json !== "bigint") {
      return;
    }
    for (const key of [...more, ...valueKeys(place), ...shortKeys(place)]) {
      const valuesOfKey = this.#values.get(key) ?? new Map<Json, KnownValue>();
      this.#values.set(key, valuesOfKey);
      const before = valuesOfKey.get(json);
      valuesOfKey.delete(json);
      valuesOfKey.set(json, { value: json, object, isCreated: before?.isCreated ?? isCreated });
      const [oldest] = valuesOfKey.keys();
      if (valuesOfKey.size > maxValues && oldest !== undefined) {
        valuesOfKey.delete(oldest);
      }
    }
  }
}

export interface KnownChoice {
  readonly value: Json;
  readonly object: KnownObject;
}

/** Returns the key by which routes that continue this one look for a value in its result. */
function sourceKeys({ field, type }: Place, route: string): string[] {
  return field === undefined || type.kind !== "string" ? [] : [`of ${route} ${field.name}`];
}

/** Returns the key without the last word of the field's name: the value of `path_lower` may fit a field `path`. */
function shortKeys({ field, type }: Place): string[] {
  const short = field?.name.replace(/_[^_]+$/, "");
  return type.kind !== "string" || short === undefined || short === field?.name ? [] : [`text ${short}`];
}

/** Returns the keys of values that are returned by the routes that a route continues, such as `list` for `list/continue`. */
function continuedKeys({ field, type }: Place, route: string): string[] {
  const parts = route.replace(/:\d+$/, "").split(/(?=[/_])/);
  const before = parts.slice(2).map((_, index) => parts.slice(0, parts.length - 1 - index).join(""));
  return field === undefined || type.kind !== "string" ? [] : before.map((name) => `of ${name} ${field.name}`);
}

function aliasesOf({ aliases }: Place): string[] {
  return aliases.map(({ namespace, name }) => `${namespace}.${name}`);
}

function objectOf(places: readonly Place[]): KnownObject {
  return new Map(
    places.flatMap((place) => {
      const { json } = place;
      const isScalar = typeof json === "string" || typeof json === "number" || typeof json === "bigint";
      return isScalar ? valueKeys(place).map((key) => [key, json] as const) : [];
    }),
  );
}
