import type { Alias, Api, Name, Type } from "../ir/api.js";
import { namesThroughAliases } from "../ir/references.js";
import { qualified } from "../ir/names.js";
import type { Change, Comparison } from "./change.js";
import { compareMarks } from "./marks.js";
import type { Pairing } from "./pairing.js";
import type { Findings, Place, PlaceComparison } from "./place.js";
import { compareDocs } from "./words.js";

interface AliasPair {
  readonly name: Name;
  readonly before: Alias;
  readonly after: Alias;
}

/** Compares the documentation and annotations of aliases. */
export function compareAliasMarks(before: Api, after: Api): readonly Change[] {
  return pairAliases(before, after).flatMap((pair) => {
    const place = placeOf(pair.name);
    return [...compareMarks(place, pair.before, pair.after), ...compareDocs(place, pair.before.doc, pair.after.doc)];
  });
}

/**
 * Compares the types of those aliases that no place refers to on both sides. Changes of other aliases are found where the
 * aliases are used (CMP-15). Must run after all places have been compared.
 */
export function compareUnusedAliases(
  before: Api,
  after: Api,
  pairing: Pairing,
  places: PlaceComparison,
): readonly Comparison[] {
  const unused = pairAliases(before, after).filter(({ name }) => !places.sharedAliases.has(qualified(name)));
  const inOthers = new Set(
    unused.flatMap((pair) => {
      const now = namesIn(pairing.after, pair.after.type);
      return [...namesIn(pairing.before, pair.before.type)].filter((name) => now.has(name));
    }),
  );
  return unused.filter(({ name }) => !inOthers.has(qualified(name))).map(({ name }) => compareType(name, places));
}

/** Compares the types of all aliases that exist on both sides, whether places refer to them or not. */
export function compareAliasTypes(
  before: Api,
  after: Api,
  places: PlaceComparison,
): readonly { readonly name: Name; readonly comparison: Comparison }[] {
  return pairAliases(before, after).map(({ name }) => ({ name, comparison: compareType(name, places) }));
}

function compareType(name: Name, places: PlaceComparison): Comparison {
  const findings: Findings = { changes: [], links: [] };
  const type: Type = { kind: "ref", ...name };
  places.compare(placeOf(name), type, type, findings);
  return findings;
}

function pairAliases(before: Api, after: Api): readonly AliasPair[] {
  const newAliases = new Map(aliasesOf(after).map(({ name, alias }) => [qualified(name), alias]));
  return aliasesOf(before).flatMap(({ name, alias }) => {
    const now = newAliases.get(qualified(name));
    return now === undefined ? [] : [{ name, before: alias, after: now }];
  });
}

function aliasesOf({ namespaces }: Api): readonly { readonly name: Name; readonly alias: Alias }[] {
  return namespaces.flatMap((namespace) =>
    namespace.aliases.map((alias) => ({ name: { namespace: namespace.name, name: alias.name }, alias })),
  );
}

function placeOf(name: Name): Place {
  return {
    subject: qualified(name),
    mirror: qualified(name),
    step: name.name,
    kind: "other",
    isOmitted: false,
    before: name,
    after: name,
  };
}

/** Returns the names that a type refers to, including those that its aliases refer to. */
function namesIn(side: Pairing["before"], type: Type): ReadonlySet<string> {
  return new Set(namesThroughAliases(type, side).map(qualified));
}
