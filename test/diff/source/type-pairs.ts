import { Naming } from "../../../src/generator/facts/naming.js";
import type { Api, Name, Type } from "../../../src/ir/api.js";
import { qualified } from "../../../src/ir/names.js";
import { compareAliasTypes } from "../../../src/diff/aliases.js";
import { ApiComparison, linkTo } from "../../../src/diff/api-comparison.js";
import type { Comparison, Pair } from "../../../src/diff/change.js";
import { pairDefinitions } from "../../../src/diff/collect.js";
import type { ReachedChange } from "../../../src/diff/reach.js";
import { compareRoutes, type RouteComparison } from "../../../src/diff/routes.js";
import { worse, type Source } from "../../../src/diff/verdict.js";

/** The claim of the rules about old source. */
export interface Expectation {
  readonly verdict: Source;
  /** The findings that break source, and the paths to them from the type. */
  readonly broken: readonly { readonly id: string; readonly path: string }[];
}

/** Two types in the same position, and the claims of the rules about old source that uses them. */
export interface TypePair {
  /** The definition or the part of a route: `files.Metadata`, `files/copy#arg`. */
  readonly subject: string;
  readonly before: Type;
  readonly after: Type;
  /** The consequence for old source that writes the type; undefined if no rule states it. */
  readonly write: Expectation | undefined;
  /** The consequence for old source that reads the type; undefined if no rule states it. */
  readonly read: Expectation | undefined;
  /** Whether the types may be compatible by coincidence, for example if a map has the values of a struct, or a string equals a tag. */
  readonly isUndecided: boolean;
}

/** Returns all types that differ: definitions that both sides have, whether routes reach them or not, and parts of routes. */
export function findTypePairs(before: Api, after: Api): readonly TypePair[] {
  const comparison = new ApiComparison(before, after);
  const { pairing, places } = comparison;
  const definitions = new Map<string, Pair>();
  const reach = (start: Comparison): readonly ReachedChange[] => {
    const { reachedChanges, pairs } = comparison.reach(start);
    pairs.forEach((pair, key) => definitions.set(key, pair));
    return reachedChanges;
  };
  const routes = compareRoutes(before, after, pairing, places, noAttributes, new Naming());
  const unnamed = [
    ...routes.flatMap(startsInRoute),
    ...compareAliasTypes(before, after, places).map(({ name, comparison: start }) => ({
      subject: qualified(name),
      before: refTo(name),
      after: refTo(name),
      start,
    })),
  ].flatMap(({ start, ...types }) => {
    const reachedChanges = reach(start);
    return start.changes.length === 0 ? [] : [toTypePair(types, reachedChanges)]; // all differences are in named types
  });
  pairDefinitions(before, after, pairing)
    .filter((pair) => !comparison.isEqual(pair))
    .forEach((pair) => reach(linkTo(pair)));
  const named = [...definitions.values()].map((pair) =>
    toTypePair(
      { subject: qualified(pair.after), before: refTo(pair.before), after: refTo(pair.after) },
      comparison.reach(linkTo(pair)).reachedChanges,
    ),
  );
  return [...unnamed, ...named, ...routes.flatMap(pairsWithNothing)];
}

/** The meaning of attributes does not affect types. */
const noAttributes = { style: "", host: "", auth: "", permission: "", required: new Set<string>() };

type Types = Pick<TypePair, "subject" | "before" | "after">;

function startsInRoute({
  route,
  before,
  after,
  parts,
}: RouteComparison): readonly (Types & { readonly start: Comparison })[] {
  return before === undefined || after === undefined
    ? []
    : parts.map(({ part, comparison: start }) => ({
        subject: `${route}#${part}`,
        before: before[part],
        after: after[part],
        start,
      }));
}

/** Returns pairs for added or removed results and errors. A new result that does not break source is skipped, because old source ignores it. */
function pairsWithNothing({ before, after, changes }: RouteComparison): readonly TypePair[] {
  return changes.flatMap(({ part, subject, verdict }) => {
    if (before === undefined || after === undefined || part === undefined || part === "arg") {
      return [];
    }
    const expect = (source: Source): Expectation | undefined =>
      source === "ok" ? undefined : { verdict: source, broken: [{ id: subject, path: "" }] };
    const types = { subject, before: before[part], after: after[part] };
    return [{ ...types, write: expect(verdict.server), read: expect(verdict.caller), isUndecided: false }];
  });
}

function toTypePair(types: Types, reachedChanges: readonly ReachedChange[]): TypePair {
  return {
    ...types,
    write: toExpectation(reachedChanges, "write"),
    read: toExpectation(reachedChanges, "read"),
    isUndecided: reachedChanges.some(({ change: { rule, details } }) => rule === "kind-changed" && mayFit(details)),
  };
}

function toExpectation(reachedChanges: readonly ReachedChange[], use: "write" | "read"): Expectation {
  return {
    verdict: reachedChanges.map(({ change }) => change.verdict[use]).reduce<Source>(worse, "ok"),
    broken: reachedChanges
      .filter(({ change }) => change.verdict[use] === "breaks")
      .map(({ change: { rule, subject }, path }) => ({
        id: `${rule} ${subject}`,
        path: rule === "union-closed" ? `${path} → union.other` : path,
      })),
  };
}

function mayFit({ from, to }: { readonly from?: unknown; readonly to?: unknown }): boolean {
  const kinds = [from, to].map((type) => (type as Type).kind);
  return kinds.includes("ref") && (kinds.includes("map") || kinds.includes("string"));
}

function refTo({ namespace, name }: Name): Type {
  return { kind: "ref", namespace, name };
}
