import type { Naming } from "../generator/facts/naming.js";
import type { Api, Name, Namespace } from "../ir/api.js";
import { qualified, matchesName } from "../ir/names.js";
import { ApiComparison, linkTo } from "./api-comparison.js";
import { compareAliasMarks, compareUnusedAliases } from "./aliases.js";
import type { AttributeMeanings } from "./attributes.js";
import type { Change, Comparison, Pair } from "./change.js";
import { pairKey } from "./definitions.js";
import { FindingList } from "./findings.js";
import type { Use } from "./use.js";
import { compareMethodNames } from "./method-names.js";
import { compareNames } from "./names.js";
import type { Pairing } from "./pairing.js";
import { findGravest } from "./reach.js";
import { compareRoutes, type RouteComparison } from "./routes.js";
import { verdictInPart, verdictOfExport, type Part } from "./verdict.js";
import { localVerdicts } from "./local-verdicts.js";
import { toChange } from "./place.js";

/**
 * Collects all changes by their uses: first uses in routes, then definitions that no route reaches, which affect code that
 * imports them.
 */
export function collectUses(
  before: Api,
  after: Api,
  meanings: AttributeMeanings,
  naming: Naming,
  messages: Messages = {},
): FindingList {
  const comparison = new ApiComparison(before, after);
  const { pairing, places } = comparison;
  const list = new FindingList();
  const reached = new Set<string>();
  for (const route of compareRoutes(before, after, pairing, places, meanings, naming)) {
    list.add(usesOfRoute(route));
    for (const { part, comparison: start } of route.parts) {
      const { reachedChanges, pairs } = comparison.reach(start);
      pairs.forEach((_, key) => reached.add(key));
      list.add(
        reachedChanges.map(({ change, path }) => ({
          ...change,
          verdict: verdictInPart(change.verdict, part),
          affected: { route: route.route, part, path: `${part}${gravestPath(change, part) ?? path}` },
        })),
      );
    }
  }
  const pairs = pairDefinitions(before, after, pairing).filter((pair) => !comparison.isEqual(pair));
  for (const { pair, parts } of findMessages(pairs, messages)) {
    const { reachedChanges, pairs: innerPairs } = comparison.reach(linkTo(pair));
    innerPairs.forEach((_, key) => reached.add(key));
    for (const part of parts) {
      list.add(reachedChanges.map(({ change }) => ({ ...change, verdict: verdictInPart(change.verdict, part) })));
    }
  }
  const isKnown = (pair: Pair): boolean => comparison.isEqual(pair) || reached.has(pairKey(pair));
  for (const pair of pairs) {
    if (!reached.has(pairKey(pair))) {
      list.addExported(exportedUses(linkTo(pair), comparison, isKnown));
    }
  }
  for (const unused of compareUnusedAliases(before, after, pairing, places)) {
    list.addExported(exportedUses(unused, comparison, isKnown));
  }
  list.add(
    [...compareAliasMarks(before, after), ...compareNamespaceDocs(before, after)].map((change) => ({
      ...change,
      verdict: verdictOfExport(change.verdict),
    })),
  );
  list.add(compareNames(before, after, pairing));
  list.add(compareMethodNames(before, after, pairing.renamings, naming));
  return list;
}

/** Returns the path to the gravest difference, if the type of a place is another one. */
function gravestPath({ details: { differences = [] } }: Change, part: Part): string | undefined {
  const side = part === "arg" ? "req" : "res";
  return findGravest(differences, ({ change }) => change.verdict[side])?.path;
}

/** Name of a type that is sent outside of routes, in which `*` matches any characters, to its direction. */
type Messages = Readonly<Record<string, "request" | "response" | "both">>;

const partsOf = { request: ["arg"], response: ["result"], both: ["arg", "result"] } as const;

/** Returns the definitions that are messages, and the parts of routes that they are equivalent to (CMP-85). */
function findMessages(
  pairs: readonly Pair[],
  messages: Messages,
): readonly { readonly pair: Pair; readonly parts: readonly Part[] }[] {
  return pairs.flatMap((pair) => {
    const names = [qualified(pair.before), qualified(pair.after)];
    const direction = Object.entries(messages).find(([name]) => names.some((one) => matchesName(name, one)))?.[1];
    return direction === undefined ? [] : [{ pair, parts: partsOf[direction] }];
  });
}

function usesOfRoute({ route, changes }: RouteComparison): readonly Use[] {
  return changes.map((change) => {
    const part = change.part ?? "route";
    return { ...change, affected: { route, part, path: part } };
  });
}

/** Returns the pairs of definitions that exist on both sides. */
export function pairDefinitions(before: Api, after: Api, { renamings }: Pairing): readonly Pair[] {
  const newNames = new Set(typeNames(after).map(qualified));
  return typeNames(before).flatMap((name) => {
    const key = qualified(name);
    const now = renamings.types.get(key) ?? (newNames.has(key) ? name : undefined);
    return now === undefined ? [] : [{ before: name, after: now }];
  });
}

function typeNames({ namespaces }: Api): readonly Name[] {
  return namespaces.flatMap((namespace) => namespace.types.map(({ name }) => ({ namespace: namespace.name, name })));
}

/** Returns the changes in definitions that no route reaches. They affect only code that imports these definitions (CMP-42). */
function exportedUses(start: Comparison, comparison: ApiComparison, isKnown: (pair: Pair) => boolean): readonly Use[] {
  const { reachedChanges } = comparison.reach(start, isKnown);
  return reachedChanges.map(({ change }) => ({ ...change, verdict: verdictOfExport(change.verdict) }));
}

/** Returns the namespaces whose documentation has changed. */
function compareNamespaceDocs(before: Api, after: Api): readonly Change[] {
  const oldNamespaces = new Map(before.namespaces.map((namespace) => [namespace.name, namespace]));
  return after.namespaces.flatMap((now) => {
    const old = oldNamespaces.get(now.name);
    if (old === undefined || linesOf(old) === linesOf(now)) {
      return [];
    }
    const place = {
      subject: now.name,
      mirror: now.name,
      step: "",
      kind: "other",
      isOmitted: false,
      before: undefined,
      after: undefined,
    };
    const details = { from: old.doc?.text, to: now.doc?.text };
    return [toChange({ ...place, kind: "other" }, "doc-changed", localVerdicts["doc-changed"], details)];
  });
}

/** Returns the lines of documentation, sorted, because their order depends on the order of the files. */
function linesOf({ doc }: Namespace): string {
  return (doc?.text ?? "").split("\n").sort().join("\n");
}
