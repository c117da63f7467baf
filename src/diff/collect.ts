import type { Api, Name } from "../ir/api.js";
import { compareAliasMarks, compareUnusedAliases } from "./aliases.js";
import type { AttributeMeanings } from "./attributes.js";
import type { Comparison, Pair } from "./change.js";
import { DefinitionComparison, pairKey } from "./definitions.js";
import { FindingList, type Use } from "./findings.js";
import { compareNames } from "./names.js";
import { compareNamespaceDocs } from "./namespaces.js";
import { Pairing } from "./pairing.js";
import { PlaceComparison } from "./place.js";
import { qualified } from "./qualified.js";
import { findReachable } from "./reach.js";
import { compareRoutes, type RouteComparison } from "./routes.js";
import { verdictInPart, verdictOfExport } from "./verdict.js";

/** All that has changed, by its uses: in routes first, then by those who import what no route reaches. */
export function collectUses(before: Api, after: Api, meanings: AttributeMeanings): FindingList {
  const pairing = new Pairing(before, after);
  const places = new PlaceComparison(pairing);
  const definitions = new DefinitionComparison(pairing, places);
  const list = new FindingList();
  const reached = new Set<string>();
  for (const route of compareRoutes(before, after, pairing, places, meanings)) {
    list.add(usesOfRoute(route));
    for (const { part, comparison } of route.parts) {
      const { found, pairs } = findReachable(comparison, (pair) => definitions.compare(pair));
      pairs.forEach((key) => reached.add(key));
      list.add(
        found.map(({ change, path }) => ({
          ...change,
          verdict: verdictInPart(change.verdict, part),
          affected: { route: route.route, part, path: `${part}${path}` },
        })),
      );
    }
  }
  for (const pair of pairDefinitions(before, after, pairing)) {
    if (!reached.has(pairKey(pair))) {
      const start: Comparison = { changes: [], links: [{ pair, step: "", isOmitted: false }] };
      list.addExported(exportedUses(start, definitions, reached));
    }
  }
  for (const comparison of compareUnusedAliases(before, after, pairing, places)) {
    list.addExported(exportedUses(comparison, definitions, reached));
  }
  list.add(
    [...compareAliasMarks(before, after), ...compareNamespaceDocs(before, after)].map((change) => ({
      ...change,
      verdict: verdictOfExport(change.verdict),
    })),
  );
  list.add(compareNames(before, after, pairing));
  return list;
}

function usesOfRoute({ route, changes }: RouteComparison): readonly Use[] {
  return changes.map((change) => {
    const part = change.part ?? "route";
    return { ...change, affected: { route, part, path: part } };
  });
}

/** The definitions that both sides have. */
function pairDefinitions(before: Api, after: Api, { renamings }: Pairing): readonly Pair[] {
  const newNames = new Set(typeNames(after).map(qualified));
  return typeNames(before).flatMap((name) => {
    const key = qualified(name);
    const now = renamings.get(key) ?? (newNames.has(key) ? name : undefined);
    return now === undefined ? [] : [{ before: name, after: now }];
  });
}

function typeNames({ namespaces }: Api): readonly Name[] {
  return namespaces.flatMap((namespace) => namespace.types.map(({ name }) => ({ namespace: namespace.name, name })));
}

/** What is found in definitions that no route reaches: only those who import them notice (CMP-42). */
function exportedUses(
  start: Comparison,
  definitions: DefinitionComparison,
  reached: ReadonlySet<string>,
): readonly Use[] {
  const { found } = findReachable(
    start,
    (pair) => definitions.compare(pair),
    (pair) => reached.has(pairKey(pair)),
  );
  return found.map(({ change }) => ({ ...change, verdict: verdictOfExport(change.verdict) }));
}
