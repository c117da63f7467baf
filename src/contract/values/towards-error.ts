import { withValueAt, type JsonPath } from "../../../templates/runtime/arbitraries/value-at.js";
import type { Json } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import type { Random } from "../../values/random.js";
import type { ContractRoute } from "../contract-route.js";
import type { ArgumentMaker, MadeArgument } from "./argument-maker.js";
import { placesIn, type Place } from "./places.js";
import type { ValuePool } from "./pool.js";
import { seemsIdentity, valueKeys } from "./name-meanings.js";
import { unusualTexts } from "./variations.js";

/**
 * Returns the strings of an argument that may name something, beginning with those whose path has words in common with the
 * error's.
 */
export function namingPlaces(
  arg: Json,
  { route }: ContractRoute,
  path: string,
  lookup: Lookup,
  pool: ValuePool,
  random: Random,
): readonly Place[] {
  const words = new Set(path.split(/[/_]/));
  const inCommon = ({ general }: Place): number => general.split(/[._]/).filter((word) => words.has(word)).length;
  return placesIn(arg, route.arg, lookup)
    .filter((place) => place.type.kind === "string" && (seemsIdentity(place) || pool.knows(place)))
    .map((place) => ({ place, order: inCommon(place) * 100 + random.below(100) }))
    .toSorted((a, b) => b.order - a.order)
    .map(({ place }) => place);
}

/** Returns the argument with a name that does not exist. */
export function withUnknownName(
  made: MadeArgument,
  [place]: readonly Place[],
  maker: ArgumentMaker,
): MadeArgument | undefined {
  const text = place?.type.kind === "string" ? maker.freshText(place.type) : undefined;
  const changed = withText(made, place, text);
  return changed && place && { ...changed, fresh: [...changed.fresh, place.path] };
}

/** Returns the argument with the name of another thing that exists on the server. */
export function withOtherName(
  made: MadeArgument,
  [place]: readonly Place[],
  { name }: ContractRoute,
  pool: ValuePool,
  random: Random,
): MadeArgument | undefined {
  return withText(made, place, place && pool.pick(place, name, random)?.value);
}

/** Returns the argument with the same name twice. */
export function withSameNames(made: MadeArgument, places: readonly Place[]): MadeArgument | undefined {
  for (const place of places) {
    const keys = new Set(valueKeys(place));
    const other = places.find((each) => each !== place && valueKeys(each).some((key) => keys.has(key)));
    if (other !== undefined) {
      return withText(made, place, other.json);
    }
  }
  return undefined;
}

/** Returns the argument with a path below an existing one. */
export function withNameBelow(
  made: MadeArgument,
  [place]: readonly Place[],
  { name }: ContractRoute,
  pool: ValuePool,
  random: Random,
): MadeArgument | undefined {
  const above = place && pool.pick(place, name, random)?.value;
  const below = typeof above === "string" ? `${above}/ashlar` : undefined;
  return place !== undefined && below !== undefined && pool.fits(below, place)
    ? withText(made, place, below)
    : undefined;
}

/** Returns the argument with a name that many servers do not permit. */
export function withOddText(
  made: MadeArgument,
  [place]: readonly Place[],
  pool: ValuePool,
  random: Random,
): MadeArgument | undefined {
  const name = typeof place?.json === "string" ? place.json : "";
  const texts = [...oddNames.map((odd) => name + odd), ...unusualTexts].filter(
    (text) => place !== undefined && pool.fits(text, place),
  );
  return texts.length === 0 ? undefined : withText(made, place, random.pick(texts));
}

/** Suffixes that make a name invalid on many servers. */
const oddNames = [
  "/",
  "//a",
  "/..",
  "/.",
  "/a\\b",
  "/a\u0000b",
  "/con",
  "/.DS_Store",
  "/~$a.tmp",
  " ",
  "a".repeat(300),
  "/a".repeat(3000),
];

function withText(made: MadeArgument, place: Place | undefined, text: Json | undefined): MadeArgument | undefined {
  if (place === undefined || text === undefined) {
    return undefined;
  }
  const isElsewhere = (path: JsonPath): boolean => path.join("\n") !== place.path.join("\n");
  return {
    arg: withValueAt(made.arg, place.path, text),
    fresh: made.fresh.filter(isElsewhere),
    known: made.known.filter(isElsewhere),
  };
}
