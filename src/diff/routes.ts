import type { Api, Route, Type } from "../ir/api.js";
import type { Naming } from "../generator/facts/naming.js";
import { parseRouteName, routeName } from "../ir/names.js";
import { AttributeComparison, type AttributeMeanings } from "./attributes.js";
import type { Comparison } from "./change.js";
import type { Pairing } from "./pairing.js";
import type { Findings, PlaceComparison } from "./place.js";
import { routeVerdicts } from "./route-verdicts.js";
import type { Part } from "./verdict.js";
import { writtenText } from "./words.js";
import type { RouteChange } from "./route-change.js";

/** A pair of routes, or a route that only one side has. */
export interface RouteComparison {
  /** The name of the route: `files/get_metadata:2`. */
  readonly route: string;
  readonly namespace: string;
  readonly before: Route | undefined;
  readonly after: Route | undefined;
  readonly changes: readonly RouteChange[];
  /** The parts that both sides have. */
  readonly parts: readonly { readonly part: Part; readonly comparison: Comparison }[];
}

/** Compares routes, paired by namespace, name and version. */
export function compareRoutes(
  before: Api,
  after: Api,
  pairing: Pairing,
  places: PlaceComparison,
  meanings: AttributeMeanings,
  naming: Naming,
): readonly RouteComparison[] {
  const oldRoutes = routesByName(before);
  const newRoutes = routesByName(after);
  const attributes = new AttributeComparison(before, after, meanings);
  const { routes: renamed, namespaces } = pairing.renamings;
  const targets = new Set(renamed.values());
  const names = new Set([...oldRoutes.keys(), ...newRoutes.keys()]);
  return [...names].flatMap((name): readonly RouteComparison[] => {
    const old = oldRoutes.get(name);
    const now = newRoutes.get(name);
    const found = { route: name, namespace: name.slice(0, name.indexOf("/")), before: old, after: now };
    const to = renamed.get(name);
    if (to !== undefined) {
      // A renamed namespace is reported once, not for each of its routes.
      const isOwn = namespaces.get(found.namespace) === undefined;
      const details = { from: name, to };
      const change = {
        rule: "route-renamed",
        subject: name,
        mirror: to,
        verdict: routeVerdicts["route-renamed"](hasSameMethod(name, to, naming)),
        details,
      } as const;
      return isOwn ? [{ ...found, changes: [change], parts: [] }] : [];
    }
    if (targets.has(name)) {
      return [];
    }
    if (old === undefined || now === undefined) {
      const rule = old === undefined ? "route-added" : "route-removed";
      const by = old?.deprecated?.by && routeName(found.namespace, old.deprecated.by);
      const successor = by !== undefined && newRoutes.has(by) ? by : undefined;
      const details = { wasDeprecated: old?.deprecated !== undefined, successor };
      return [{ ...found, changes: [{ rule, subject: name, verdict: routeVerdicts[rule], details }], parts: [] }];
    }
    const parts = compareParts(name, old, now, pairing, places);
    const changes = [
      ...compareDeprecation(name, old, now),
      ...attributes.compare(old, now, name),
      ...compareDocs(name, old, now),
      ...parts.changes,
    ];
    return [{ ...found, changes, parts: parts.compared }];
  });
}

/** Whether a renamed route has the same method as before, so that code is not affected. */
function hasSameMethod(before: string, after: string, naming: Naming): boolean {
  const [old, now] = [before, after].map((name) => {
    const route = parseRouteName(name);
    return `${naming.namespace(route.namespace)}.${naming.method(route.namespace, route)}`;
  });
  return old === now;
}

function routesByName({ namespaces }: Api): Map<string, Route> {
  return new Map(
    namespaces.flatMap((namespace) => namespace.routes.map((route) => [routeName(namespace.name, route), route])),
  );
}

function compareDeprecation(
  subject: string,
  { deprecated: old }: Route,
  { deprecated: now }: Route,
): readonly RouteChange[] {
  if (old === undefined && now === undefined) {
    return [];
  }
  const details = { from: old?.by, to: now?.by };
  if (old === undefined || now === undefined) {
    const rule = old === undefined ? "route-deprecated" : "route-undeprecated";
    return [{ rule, subject, verdict: routeVerdicts[rule], details }];
  }
  const rule = "route-successor-changed";
  const successors = { from: old.by ?? null, to: now.by ?? null };
  return old.by?.name === now.by?.name && old.by?.version === now.by?.version
    ? []
    : [{ rule, subject, verdict: routeVerdicts[rule], details: successors }];
}

function compareDocs(subject: string, { doc: old }: Route, { doc: now }: Route): readonly RouteChange[] {
  const details = { from: writtenText(old), to: writtenText(now) };
  return details.from === details.to
    ? []
    : [{ rule: "doc-changed", subject, verdict: routeVerdicts["attribute-changed"](false), details }];
}

interface Parts {
  readonly changes: readonly RouteChange[];
  readonly compared: RouteComparison["parts"];
}

function compareParts(route: string, before: Route, after: Route, pairing: Pairing, places: PlaceComparison): Parts {
  const changes: RouteChange[] = [];
  const compared: { part: Part; comparison: Comparison }[] = [];
  for (const part of ["arg", "result", "error"] as const) {
    const old = before[part];
    const now = after[part];
    const change = comparePresence(part, old, now, pairing);
    if (change !== undefined) {
      changes.push({ ...change, subject: `${route}#${part}`, details: { from: old, to: now }, part });
    } else {
      const comparison: Findings = { changes: [], links: [] };
      const subject = `${route}#${part}`;
      const none = { before: undefined, after: undefined };
      places.compare(
        { subject, mirror: subject, step: "", kind: "other", isOmitted: false, ...none },
        old,
        now,
        comparison,
      );
      compared.push({ part, comparison });
    }
  }
  return { changes, compared };
}

/** Returns the consequences if a part was added or removed; undefined if both sides have it, or neither has it. */
function comparePresence(
  part: Part,
  before: Type,
  after: Type,
  pairing: Pairing,
): Pick<RouteChange, "rule" | "verdict"> | undefined {
  const had = pairing.before.withoutAliases(before).kind !== "void";
  const has = pairing.after.withoutAliases(after).kind !== "void";
  if (had === has) {
    return undefined;
  }
  const couldBeAbsent = pairing.before.mayBeAbsent(before);
  switch (part) {
    case "arg":
      return has
        ? { rule: "arg-added", verdict: routeVerdicts["arg-added"](pairing.after.mayBeAbsent(after)) }
        : { rule: "arg-removed", verdict: routeVerdicts["arg-removed"] };
    case "result":
      return has
        ? { rule: "result-added", verdict: routeVerdicts["result-added"] }
        : { rule: "result-removed", verdict: routeVerdicts["result-removed"](couldBeAbsent) };
    case "error":
      return has
        ? { rule: "error-added", verdict: routeVerdicts["error-added"] }
        : { rule: "error-removed", verdict: routeVerdicts["error-removed"](couldBeAbsent) };
  }
}
